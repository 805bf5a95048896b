import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useRoute } from 'wouter'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Payer } from '#components/account/PayFrom.tsx'
import { forgetDraft, hasDraft } from '#domain/draft/keptDraft.ts'
import {
  emptyPaymentDraft,
  isList,
  type PaymentDraft,
  withPayeeName,
  withText,
} from '#domain/draft/paymentDraft.ts'
import type { DraftSource } from '#domain/draft/payoutDraft.ts'
import type { LookedUpName } from '#domain/payee/checkPayee.ts'
import { noLabels, type Payment, type Payout, type PayoutLabels } from '#domain/payout/Payout.ts'
import { payoutPath, payPaths, requestPath } from '#domain/shared/paths.ts'
import {
  type Collected,
  collectRequests,
  hasRequests,
  type LinkedRequest,
  type RequestRow,
} from '#pages/pay/requests/requestRows.ts'

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
export type PayFlow = ReturnType<typeof usePayFlow>

/** Follows the URL of Pay, and moves between its steps. */
export function usePayFlow(content: PayContent) {
  const { account, state, dispatch } = content
  const [location, navigate] = useLocation()
  const [isPayout, params] = useRoute('/pay/payout/:id')
  const list = useList(account, state, dispatch)
  const openStored = (kind: 'payout' | 'reminder') => (id: string) => {
    list.open({ kind, id })
    return payPaths.list
  }
  // The rows of a payout or a reminder are an ordinary list from here on.
  useTaken('/pay/from/:text', openStored('payout'))
  useTaken('/pay/run/:text', openStored('reminder'))
  useTaken('/pay/to/:text', (payee) => {
    // A text that is not an address is shown with its error, as if typed.
    dispatch({ type: 'draft-changed', draft: withText(state.draft, 'payee', payee) })
    return payPaths.one
  })
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
    /** The payout that is followed; null on the other pages. */
    payout: isPayout ? params.id : null,
    /** No review and no payout is shown. */
    isFillingIn,
    /** The list is shown. */
    isTable: isFillingIn && step === 'list' && list.source !== null,
    /** One request whose Pay was pressed on its own page. */
    isDirect,
    /** @param options.replace the review takes the place of this page in the history */
    startReview(
      from: PendingReview['from'],
      payments: readonly Payment[],
      options: { skipped?: Payout['skipped']; belongs?: PayoutLabels; replace?: boolean } = {},
    ) {
      const { skipped = [], belongs = noLabels, replace = false } = options
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
    /** Takes a pasted, scanned or dropped text that is more than one payee: request links, or a list. Else false. */
    enter(text: string) {
      if (hasRequests(text)) {
        dispatch({ type: 'links-pasted', text })
        navigate(payPaths.requests)
      } else if (isList(text)) openList({ kind: 'text', text, source: null })
      else return false
      return true
    },
    /** Leaves the review while its request may still be open. */
    stopWaiting() {
      const from = reviewedFrom()
      dispatch({ type: 'review-left', why: 'stopped-waiting' })
      // The page before a request's review is not Pay, and the warning is shown there alone.
      if (from.startsWith(requestPath('pay', ''))) navigate(from, { replace: true })
      else history.back()
    },
    /** Continues to a payout that was requested. */
    followPayout(id: string) {
      if (state.review?.from === 'list') list.end()
      dispatch({ type: 'submitted' })
      toTop()
      navigate(payoutPath(id), { replace: true })
    },
    /** Leaves the link of requests that are all gone. */
    leaveLink: () => navigate(payPaths.requests, { replace: true }),
  }
}

/** The list of an account. A stored draft opens by itself until it is put aside. */
function useList({ address }: Account, { lists }: PayState, dispatch: (action: PayAction) => void) {
  const { storage } = usePortal().page
  const isKept = useSyncExternalStore(storage.subscribe, () => hasDraft(storage, address))
  const opened = lists.get(address)
  const source: DraftSource | null = opened ? opened.source : isKept ? { kind: 'kept' } : null
  return {
    source,
    /** Changes with every list that is opened. */
    turn: opened?.turn ?? 0,
    /** A draft is stored and put aside. */
    isAside: isKept && source === null,
    open(next: DraftSource) {
      toTop()
      dispatch({ type: 'list-opened', account: address, source: next })
    },
    /** Puts the list aside and keeps its draft. */
    close() {
      toTop()
      dispatch({ type: 'list-closed', account: address })
    },
    /** Closes the list once its rows were requested. */
    end() {
      forgetDraft(storage, address)
      dispatch({ type: 'list-closed', account: address })
    },
  }
}

/** Hands the last part of a path to `take` once, and goes on to the path that it returns. */
function useTaken(path: string, take: (text: string) => string): void {
  const [isOpen, params] = useRoute<{ text: string }>(path)
  const [, navigate] = useLocation()
  const text = isOpen ? params.text : null
  const follow = useEffectEvent((found: string) => navigate(take(found), { replace: true }))
  useEffect(() => {
    if (text !== null) follow(text)
  }, [text])
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

/** Payments in review. They are never sent from an account other than `payer`. */
export type PendingReview = {
  /** The page on which they were filled in. */
  readonly from: 'one' | 'list' | 'requests'
  readonly payments: readonly Payment[]
  readonly skipped: Payout['skipped']
  readonly belongs: PayoutLabels
  readonly payer: Address
}

/** An account's list of payments: where it comes from, or null while it is put aside. */
type OpenList = {
  readonly source: DraftSource | null
  /** Changes with every list that is opened. */
  readonly turn: number
}

/** Why the last review ended without a payment, if the person must know. */
type ReviewEnd = 'stopped-waiting' | 'account-changed'

/** Everything that a person has filled in on Pay. */
export type PayState = {
  readonly draft: PaymentDraft
  /** Text of the request link in the URL, '' for none. The requests belong to it. */
  readonly link: string
  readonly requests: readonly RequestRow[]
  /** The answer to the links that were pasted last; null if nothing has to be said. */
  readonly collected: Collected | null
  /** By account. An account without an entry opens its stored draft, if it has one. */
  readonly lists: ReadonlyMap<Address, OpenList>
  readonly review: PendingReview | null
  readonly ended: ReviewEnd | null
}

export type PayAction =
  | { readonly type: 'link-followed'; readonly linked: LinkedRequest }
  | { readonly type: 'draft-changed'; readonly draft: PaymentDraft }
  /** Arrives late, so it holds only if the draft still has this name. */
  | { readonly type: 'name-looked-up'; readonly found: LookedUpName }
  | { readonly type: 'links-pasted'; readonly text: string }
  | { readonly type: 'requests-changed'; readonly requests: readonly RequestRow[] }
  | { readonly type: 'list-opened'; readonly account: Address; readonly source: DraftSource }
  | { readonly type: 'list-closed'; readonly account: Address }
  | { readonly type: 'review-started'; readonly review: PendingReview }
  /** Continues without the payments at these positions, which were already made or requested. */
  | { readonly type: 'payments-left-out'; readonly places: ReadonlySet<number> }
  /** The same payments at new rates. */
  | { readonly type: 'rates-renewed'; readonly payments: readonly Payment[] }
  | { readonly type: 'review-left'; readonly why?: ReviewEnd }
  | { readonly type: 'submitted' }

/** The state of a page that opens with this link. `token` is the one that was paid last. */
export function initialPayState({ text, row }: LinkedRequest, token = emptyPaymentDraft.token): PayState {
  return {
    draft: { ...emptyPaymentDraft, token },
    link: text,
    requests: row ? [row] : [],
    collected: null,
    lists: new Map(),
    review: null,
    ended: null,
  }
}

/** The next state of Pay. */
export function payReducer(state: PayState, action: PayAction): PayState {
  switch (action.type) {
    case 'link-followed': {
      const { text, row } = action.linked
      if (text === state.link) return state
      // The requests stay when their link is gone. Another link shows its own request alone, and one that
      // cannot be read shows none, because the previous one would appear under its URL.
      if (text === '') return { ...state, link: '' }
      // After a review, the request at its own link keeps the reason why that review ended.
      const isSame = row !== null && state.requests.length === 1 && state.requests[0]?.id === row.id
      const ended = isSame ? state.ended : null
      return { ...state, link: text, requests: row ? [row] : [], collected: null, review: null, ended }
    }
    case 'draft-changed':
      return { ...state, draft: action.draft }
    case 'name-looked-up':
      return { ...state, draft: withPayeeName(state.draft, action.found) }
    case 'links-pasted': {
      const collected = collectRequests(action.text, state.requests)
      return { ...state, requests: collected.rows, collected }
    }
    case 'requests-changed':
      return { ...state, requests: action.requests, collected: null }
    case 'list-opened': {
      const turn = (state.lists.get(action.account)?.turn ?? 0) + 1
      return withList(state, action.account, { source: action.source, turn })
    }
    case 'list-closed':
      return withList(state, action.account, {
        source: null,
        turn: state.lists.get(action.account)?.turn ?? 0,
      })
    case 'review-started':
      return { ...state, review: action.review, ended: null }
    case 'payments-left-out':
      return { ...state, review: state.review && withoutPaid(state.review, action.places) }
    case 'rates-renewed':
      return { ...state, review: state.review && { ...state.review, payments: action.payments } }
    case 'review-left':
      // The review's URL is left after the review has ended for a reason, so the reason stays.
      return state.review ? { ...state, review: null, ended: action.why ?? null } : state
    case 'submitted': {
      const { from } = state.review ?? {}
      return {
        ...state,
        // The chosen token stays.
        ...(from === 'one' && { draft: { ...emptyPaymentDraft, token: state.draft.token } }),
        ...(from === 'requests' && { requests: [], collected: null }),
        review: null,
        ended: null,
      }
    }
  }
}

/** The steps of Pay that have a URL of their own, besides payouts and request links. */
type PayStep = keyof typeof payPaths

/** The step that a path shows. A review shows nothing without its payments. */
export function payStep(path: string, { review }: PayState): PayStep {
  if (path === payPaths.review && review) return 'review'
  if (path === payPaths.list) return 'list'
  if (path === payPaths.requests || path.startsWith(requestPath('pay', ''))) return 'requests'
  return 'one'
}

function withList(state: PayState, account: Address, list: OpenList): PayState {
  return { ...state, lists: new Map(state.lists).set(account, list) }
}

/** The same review without the payments at these positions, each listed as skipped. */
function withoutPaid(review: PendingReview, places: ReadonlySet<number>): PendingReview {
  const left = review.payments.flatMap(({ line }, index) =>
    places.has(index) ? [{ line: line ?? index + 1, reason: 'Already sent or under way.' }] : [],
  )
  return {
    ...review,
    payments: review.payments.filter((_, index) => !places.has(index)),
    skipped: [...review.skipped, ...left].sort((a, b) => a.line - b.line),
  }
}
