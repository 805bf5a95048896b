import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useRoute } from 'wouter'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import type { Payer } from '#components/account/PayFrom.tsx'
import { forgetDraft, hasDraft } from '#domain/draft/keptDraft.ts'
import { isList, withText } from '#domain/draft/paymentDraft.ts'
import type { DraftSource } from '#domain/draft/payoutDraft.ts'
import { belongsToNothing, type Payment, type Payout, type PayoutLabels } from '#domain/payout/Payout.ts'
import { payoutPath, payPaths, requestPath } from '#domain/shared/paths.ts'
import { hasRequests, type LinkedRequest } from '#pages/pay/requests/requestRows.ts'
import { type PayAction, type PayState, type PayStep, payStep, type Reviewing } from './payState.ts'

type ReviewOptions = {
  skipped?: Payout['skipped']
  belongs?: PayoutLabels
  /** Takes the place of this page in the history. */
  replace?: boolean
}

/** The content of Pay, with the account that pays. */
export type PayContent = {
  readonly account: Account
  readonly payer: Payer
  /** The request in the URL. */
  readonly linked: LinkedRequest
  readonly state: PayState
  readonly dispatch: (action: PayAction) => void
}

/** The step of Pay that its URL shows, and the ways from it to the others. */
export type PayFlow = PayContent & {
  readonly location: string
  readonly list: PayList
  readonly step: PayStep
  /** The payout that is followed; null on the other pages. */
  readonly payout: string | null
  /** No review and no payout is shown. */
  readonly isFillingIn: boolean
  /** The list is shown. */
  readonly isTable: boolean
  /** One request whose Pay was pressed on its own page. */
  readonly isDirect: boolean
  readonly startReview: (
    from: Reviewing['from'],
    payments: readonly Payment[],
    options?: ReviewOptions,
  ) => void
  /** Takes a pasted, scanned or dropped text that is more than one payee: request links, or a list. Else false. */
  readonly enter: (text: string) => boolean
  readonly openList: (start: DraftSource) => void
  /** Leaves the review while its request may still be open. */
  readonly stopWaiting: () => void
  /** Continues to a payout that was requested. */
  readonly followPayout: (id: string) => void
  /** Leaves the link of requests that are all gone. */
  readonly leaveLink: () => void
}

/** Follows the URL of Pay, and moves between its steps. */
export function usePayFlow(content: PayContent): PayFlow {
  const { account, state, dispatch } = content
  const [location, navigate] = useLocation()
  const [isPayout, params] = useRoute('/pay/payout/:id')
  const list = useList(account, state, dispatch)
  useStoredRows(list.open)
  usePayTo((payee) => dispatch({ type: 'draft-changed', draft: withText(state.draft, 'payee', payee) }))
  const step = payStep(location, state)
  const isFillingIn = !isPayout && step !== 'review'
  const isLinked = location.startsWith(requestPath('pay', ''))
  // A Safe that was asked to pay, or one without an owner's wallet, needs a choice or a warning first.
  const [asked] = state.requests
  const isDirect =
    isLinked &&
    state.ended === null &&
    !account.safe?.readOnly &&
    state.requests.length === 1 &&
    (asked?.signed.request.payer ?? account.address) === account.address
  const openList = (start: DraftSource) => {
    list.open(start)
    navigate(payPaths.list)
  }
  return {
    ...content,
    location,
    list,
    step,
    payout: isPayout ? params.id : null,
    isFillingIn,
    isTable: isFillingIn && step === 'list' && list.source !== null,
    isDirect,
    startReview(from, payments, { skipped = [], belongs = belongsToNothing, replace = false } = {}) {
      toTop()
      // The review must be there when its URL is.
      flushSync(() =>
        dispatch({
          type: 'review-started',
          review: { from, payments, skipped, belongs, payer: account.address },
        }),
      )
      navigate(payPaths.review, { state: { from: location }, replace })
    },
    openList,
    enter(text) {
      if (hasRequests(text)) {
        dispatch({ type: 'links-pasted', text })
        navigate(payPaths.requests)
      } else if (isList(text)) openList({ kind: 'text', text, source: null })
      else return false
      return true
    },
    stopWaiting() {
      const from = reviewedFrom()
      dispatch({ type: 'review-left', why: 'stopped-waiting' })
      // The page before a request's review is not Pay, and the warning is shown there alone.
      if (from.startsWith(requestPath('pay', ''))) navigate(from, { replace: true })
      else history.back()
    },
    followPayout(id) {
      if (state.review?.from === 'list') list.end()
      dispatch({ type: 'submitted' })
      toTop()
      navigate(payoutPath(id), { replace: true })
    },
    leaveLink: () => navigate(payPaths.requests, { replace: true }),
  }
}

/** The list of an account on Pay. */
type PayList = {
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
function useList({ address }: Account, { lists }: PayState, dispatch: (action: PayAction) => void): PayList {
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
function useStoredRows(open: (source: DraftSource) => void): void {
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
function usePayTo(fill: (payee: string) => void): void {
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
function toTop(): void {
  window.scrollTo(0, 0)
}
