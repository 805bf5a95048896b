import { useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import { draftKey, hasDraft } from '#domain/payout/list/keptDraft.ts'
import type { Start } from '#domain/payout/list/payoutDraft.ts'

/**
 * Whether a list of payments is open for an account, and what it begins with: a draft that is kept opens by itself, until
 * it is put aside.
 */
export function useStart(account: Account | null): {
  readonly start: Start | null
  readonly open: (start: Start) => void
  /** Puts the list aside; its draft stays. */
  readonly close: () => void
  /** Ends it: its rows were asked for. */
  readonly end: () => void
  /** A draft is kept and put aside. */
  readonly isAside: boolean
  /** Changes with every list that is opened. */
  readonly turn: number
} {
  const { storage } = usePortal().page
  const [starts, setStarts] = useState<ReadonlyMap<string, Start | null>>(new Map())
  const [turn, setTurn] = useState(0)
  const own = account?.address ?? ''
  const set = (start: Start | null) => setStarts((before) => new Map(before).set(own, start))
  const isKept = account !== null && hasDraft(storage, account.address)
  const chosen = starts.get(own)
  const start = chosen === undefined ? (isKept ? ({ kind: 'kept' } as const) : null) : chosen
  return {
    start,
    turn,
    open(next) {
      set(next)
      setTurn((before) => before + 1)
    },
    close: () => set(null),
    end() {
      if (account) storage.removeItem(draftKey(account.address))
      set(null)
    },
    isAside: isKept && start === null,
  }
}
