import { useEffect, useRef, useState } from 'react'
import type { GuardedStorage } from '#account/Mode.ts'
import type { Address } from '#chain/money/Address.ts'
import { forgetDraft, keepDraft } from '#domain/payout/list/keptDraft.ts'
import type { PayoutDraft } from '#domain/payout/list/payoutDraft.ts'

/** A draft is stored this long (ms) after its last change, and at once when the page is left. */
const QUIET = 300

/**
 * Stores the draft of an account as it changes. `where`: in this browser, on this page only, or nowhere.
 * Storing pauses during the review, so that the draft can be deleted once it was requested.
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
    // An unchanged draft keeps the time at which it was stored.
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
