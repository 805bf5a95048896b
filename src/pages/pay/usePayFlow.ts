import { flushSync } from 'react-dom'
import { useLocation, useRoute } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { Payer } from '#components/account/usePayer.ts'
import { isList, withText } from '#domain/draft/paymentDraft.ts'
import type { DraftSource } from '#domain/draft/payoutDraft.ts'
import { belongsToNothing, type Payment, type Payout, type PayoutLabels } from '#domain/payout/Payout.ts'
import { payoutPath, payPaths, requestPath } from '#domain/shared/paths.ts'
import { hasRequests, type LinkedRequest } from '#pages/pay/requests/requestRows.ts'
import { type PayList, reviewedFrom, toTop, useList, usePayTo, useStoredRows } from './payRoutes.ts'
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
