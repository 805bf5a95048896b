import { useEffect, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { draftKey, hasDraft } from '#domain/payout/list/keptDraft.ts'
import type { PayoutDraft, Start } from '#domain/payout/list/payoutDraft.ts'
import { readTable, type Table } from '#domain/payout/list/Table.ts'

/**
 * Whether an account's list of payments is open, and how it starts. A stored draft opens by itself until it
 * is put aside.
 */
export function useStart(account: Account | null): {
  readonly start: Start | null
  readonly open: (start: Start) => void
  /** Puts the list aside and keeps its draft. */
  readonly close: () => void
  /** Closes the list once its rows were requested. */
  readonly end: () => void
  /** A draft is stored and put aside. */
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

/** Reading progress, in rows. Total 0: the lines are being counted. */
export type Progress = { readonly done: number; readonly total: number }

export type Reading =
  | { readonly kind: 'reading'; readonly progress: Progress }
  | { readonly kind: 'read' }
  /** A person stopped it. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed' }

/** How often (ms) progress is drawn. */
const DRAW_EVERY = 100

/**
 * Reads the text of a draft again whenever an input to parsing changes, and aborts the previous run. `table`
 * keeps the last result until the next one is ready.
 */
export function useTable(draft: PayoutDraft, payer: Address) {
  const { text, options, tokens, fill } = draft
  const [table, setTable] = useState<Table | null>(null)
  const [reading, setReading] = useState<Reading>(started)
  const [work, setWork] = useState<AbortController | null>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn reads the same text again
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let drawn = performance.now()
    const onProgress = (done: number, total: number) => {
      if (performance.now() - drawn < DRAW_EVERY) return
      drawn = performance.now()
      setReading({ kind: 'reading', progress: { done, total } })
    }
    setReading(started)
    setWork(stop)
    readTable({ text, options, tokens, fill }, payer, { signal, onProgress }).then(
      (read) => {
        if (signal.aborted) return
        setTable(read)
        setReading({ kind: 'read' })
      },
      () => {
        if (signal.reason !== STOPPED && signal.aborted) return
        setTable(null)
        setReading({ kind: signal.aborted ? 'stopped' : 'failed' })
      },
    )
    return () => stop.abort()
  }, [text, options, tokens, fill, payer, turn])
  return {
    table,
    reading,
    stop: () => work?.abort(STOPPED),
    again: () => setTurn((before) => before + 1),
  }
}

const STOPPED = 'stopped'
const started: Reading = { kind: 'reading', progress: { done: 0, total: 0 } }
