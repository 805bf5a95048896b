import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useLocation, useRoute } from 'wouter'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import { forgetDraft, hasDraft } from '#domain/draft/keptDraft.ts'
import type { DraftSource } from '#domain/draft/payoutDraft.ts'
import { payPaths } from '#domain/shared/paths.ts'
import type { PayAction, PayState } from './payState.ts'

/** The list of an account on Pay. */
export type PayList = {
  /** Its origin; null if none is open. */
  readonly source: DraftSource | null
  /** Changes with every list that is opened. */
  readonly turn: number
  /** A draft is stored and put aside. */
  readonly isAside: boolean
  readonly open: (next: DraftSource) => void
  /** Puts the list aside and keeps its draft. */
  readonly close: () => void
  /** Closes the list once its rows were requested. */
  readonly end: () => void
}

/** The list of an account. A stored draft opens by itself until it is put aside. */
export function useList(
  { address }: Account,
  { lists }: PayState,
  dispatch: (action: PayAction) => void,
): PayList {
  const { storage } = usePortal().page
  const isKept = useSyncExternalStore(storage.subscribe, () => hasDraft(storage, address))
  const opened = lists.get(address)
  const source: DraftSource | null = opened ? opened.source : isKept ? { kind: 'kept' } : null
  return {
    source,
    turn: opened?.turn ?? 0,
    isAside: isKept && source === null,
    open(next: DraftSource) {
      toTop()
      dispatch({ type: 'list-opened', account: address, source: next })
    },
    close() {
      toTop()
      dispatch({ type: 'list-closed', account: address })
    },
    end() {
      forgetDraft(storage, address)
      dispatch({ type: 'list-closed', account: address })
    },
  }
}

/** `#/pay/from/<id>` and `#/pay/run/<id>` load the rows of a payout or a reminder once, as an ordinary list. */
export function useStoredRows(open: (source: DraftSource) => void): void {
  const [isPayout, from] = useRoute('/pay/from/:id')
  const [isReminder, run] = useRoute('/pay/run/:id')
  const [, navigate] = useLocation()
  const load = useEffectEvent((kind: 'payout' | 'reminder', id: string) => {
    open({ kind, id })
    navigate(payPaths.list, { replace: true })
  })
  const payout = isPayout ? from.id : null
  const reminder = isReminder ? run.id : null
  useEffect(() => {
    if (payout !== null) load('payout', payout)
    else if (reminder !== null) load('reminder', reminder)
  }, [payout, reminder])
}

/** `#/pay/to/<address>` fills in the payee. A text that is not an address is shown with its error, as if typed. */
export function usePayTo(fill: (payee: string) => void): void {
  const [isOpen, params] = useRoute('/pay/to/:payee')
  const [, navigate] = useLocation()
  const payee = isOpen ? params.payee : null
  const take = useEffectEvent((text: string) => {
    fill(text)
    navigate(payPaths.one, { replace: true })
  })
  useEffect(() => {
    if (payee !== null) take(payee)
  }, [payee])
}

/** Drops the review when its URL is left, so that going forward again shows no outdated one. */
export function useLeftReview(dispatch: (action: PayAction) => void): void {
  const [isReview] = useRoute(payPaths.review)
  useEffect(() => {
    if (!isReview) return
    return () => dispatch({ type: 'review-left' })
  }, [isReview, dispatch])
}

/**
 * The page from which the review in the URL was started. It is lost on a reload, and the history may hold any value.
 */
export function reviewedFrom(): string {
  const from: unknown = history.state?.from
  return typeof from === 'string' && /^\/pay(\/|$)/.test(from) && from !== payPaths.review
    ? from
    : payPaths.one
}

/**
 * Scrolls up before the next step is drawn. The person may leave a long list far down, and a list drawn there
 * would stay at that position.
 */
export function toTop(): void {
  window.scrollTo(0, 0)
}
