import { useEffect, useRef, useState } from 'react'
import type { GuardedStorage } from '#account/Mode.ts'
import type { Address } from '#chain/money/Address.ts'
import { forgetDraft, keepDraft } from '#domain/payout/list/keptDraft.ts'
import type { PayoutDraft } from '#domain/payout/list/payoutDraft.ts'

/** A draft is kept this long (ms) after its last change, and at once when the page is left. */
const QUIET = 300

/**
 * Keeps the draft of an account while it is changed. `where`: in this browser, on this page alone, or nowhere. While it
 * is reviewed it rests, so that it can be forgotten once it was asked for.
 */
export function useKeptDraft(
  storage: GuardedStorage,
  account: Address,
  draft: PayoutDraft,
  { isKept, isResting }: { isKept: boolean; isResting: boolean },
): { readonly where: 'browser' | 'page' | 'too-large'; readonly drop: () => void } {
  const [fits, setFits] = useState(true)
  const waiting = useRef<(() => void) | null>(null)
  const [opened] = useState(isKept ? draft : null)
  useEffect(() => {
    // As long as nothing was changed, it is of the time at which it was kept.
    if (draft === opened) return
    const keep = () => {
      waiting.current = null
      setFits(keepDraft(storage, account, draft, Date.now()))
    }
    waiting.current = keep
    const timer = setTimeout(() => waiting.current?.(), QUIET)
    return () => clearTimeout(timer)
  }, [storage, account, draft, opened])
  useEffect(() => {
    if (isResting) waiting.current?.()
  }, [isResting])
  useEffect(() => {
    const flush = () => waiting.current?.()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [])
  const drop = () => {
    waiting.current = null
    forgetDraft(storage, account)
  }
  return { where: fits ? storage.keeping() : 'too-large', drop }
}
