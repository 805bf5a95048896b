import type { Address } from '#chain/money/Address.ts'
import { emptyPaymentDraft, type PaymentDraft, withPayeeName } from '#domain/draft/paymentDraft.ts'
import type { DraftSource } from '#domain/draft/payoutDraft.ts'
import type { LookedUpName } from '#domain/payee/checkPayee.ts'
import type { Payment, Payout, PayoutLabels } from '#domain/payout/Payout.ts'
import { payPaths, requestPath } from '#domain/shared/paths.ts'
import {
  type Collected,
  collectRequests,
  type LinkedRequest,
  type RequestRow,
} from '#pages/pay/requests/requestRows.ts'

/** Payments in review. They are never sent from an account other than `payer`. */
export type Reviewing = {
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
  readonly review: Reviewing | null
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
  | { readonly type: 'review-started'; readonly review: Reviewing }
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
export type PayStep = keyof typeof payPaths

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
function withoutPaid(review: Reviewing, places: ReadonlySet<number>): Reviewing {
  const left = review.payments.flatMap(({ line }, index) =>
    places.has(index) ? [{ line: line ?? index + 1, reason: 'Already sent or under way.' }] : [],
  )
  return {
    ...review,
    payments: review.payments.filter((_, index) => !places.has(index)),
    skipped: [...review.skipped, ...left].sort((a, b) => a.line - b.line),
  }
}
