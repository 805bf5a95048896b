import { useMemo, useReducer } from 'react'
import { flushSync } from 'react-dom'
import { Redirect, useLocation, useRoute } from 'wouter'
import type { Account } from '#account/Account.ts'
import { useConnection } from '#account/connection.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import type { ReviewedPayment } from '#domain/payout/paymentDraft.ts'
import { requestFaultText } from '#domain/request/requestWords.ts'
import { payoutPath, payPaths, requestPath } from '#domain/shared/paths.ts'
import { NoOwnerNotice } from '#features/pay/payout/PayoutNotices.tsx'
import { ConnectFirst } from '#features/shared/ConnectFirst.tsx'
import { UnfinishedPayouts } from '#features/shared/UnfinishedPayouts.tsx'
import { useRequestText } from '#features/shared/useLinkText.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { useNoDrop } from '#ui/file/useNoDrop.ts'
import { late } from '#ui/late.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { RowsSource } from './list/RowsSource.tsx'
import { PaymentForm } from './one/PaymentForm.tsx'
import { PayFrom } from './PayFrom.tsx'
import css from './PayPage.module.css'
import { type Payer, usePayer, whereAsked } from './payers.ts'
import { PayoutPage } from './payout/PayoutPage.tsx'
import { isOwnPath, reviewedFrom, useLeftReview, useList, useRowsOfPayout } from './payRoutes.ts'
import { initialPayState, type PayAction, type PayState, payReducer, payStep } from './payState.ts'
import { CollectRequests } from './requests/CollectRequests.tsx'
import { RequestRows } from './requests/RequestRows.tsx'
import { type LinkedRequest, readLink, withRows } from './requests/requestRows.ts'
import { Review } from './review/Review.tsx'

const PayTable = late(async () => (await import('./list/PayTable.tsx')).PayTable)
const PayoutList = late(async () => (await import('./list/PayoutList.tsx')).PayoutList)

/** Pays one person, the collected requests, or a list: fill in, review, follow until final. */
export function PayPage() {
  const connection = useConnection()
  const payer = usePayer(connection.status === 'connected' ? connection.account : null)
  const { account } = payer
  const text = useRequestText('pay')
  const linked = useMemo(() => readLink(text), [text])
  const [state, dispatch] = useReducer(payReducer, linked, initialPayState)
  // During render, not after it, so that nothing of the old link is drawn under the new link's address.
  if (linked.text !== state.link) dispatch({ type: 'link-followed', linked })
  if (state.review && account && state.review.payer !== account.address) {
    dispatch({ type: 'review-left', why: 'account-changed' })
  }
  useNoDrop()
  return (
    <div className={css.page}>
      <h1>Pay</h1>
      {connection.status !== 'connected' ? (
        <ConnectFirst what="Connect the wallet you’ll pay from. You review everything before it’s sent." />
      ) : account === null ? (
        <PayFrom payer={payer} />
      ) : (
        <Steps {...{ account, payer, linked, state, dispatch }} unsupported={connection.unsupported} />
      )}
    </div>
  )
}

type StepsProps = {
  account: Account
  payer: Payer
  linked: LinkedRequest
  state: PayState
  dispatch: (action: PayAction) => void
  /** The wallet is on another network. */
  unsupported: boolean
}

/** The step of the URL: fill in, review, or follow a payout. */
function Steps({ account, payer, linked, state, dispatch, unsupported }: StepsProps) {
  const [location, navigate] = useLocation()
  const [isPayout, params] = useRoute('/pay/payout/:id')
  const list = useList(account, state, dispatch)
  useRowsOfPayout(list.open)
  useLeftReview(location, dispatch)
  const step = payStep(location, state, list.source !== null)
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
  const startReview = (
    payments: readonly ReviewedPayment[],
    skipped: Payout['skipped'] = [],
    replace = false,
  ) => {
    toTop()
    // The review must be there when its URL is.
    flushSync(() =>
      dispatch({ type: 'review-started', review: { payments, skipped, payer: account.address } }),
    )
    navigate(payPaths.review, { state: { from: location }, replace })
  }
  return (
    <>
      {isOwnPath(location) && location !== payPaths[step] && (
        <Redirect to={location === payPaths.review ? reviewedFrom() : payPaths[step]} replace />
      )}
      {unsupported && (
        <Notice tone="warn" title="Wrong network detected, switch or disconnect to continue.">
          <p>Payments here run on BNB Smart Chain only.</p>
        </Notice>
      )}
      {isFillingIn && (
        <>
          <ReviewEnded account={account} why={state.ended} />
          <NoOwnerNotice account={account} />
          <PayFrom payer={payer} />
        </>
      )}
      {list.source && (
        // Stays mounted while something else is shown, so that going back restores its state.
        <div hidden={!isFillingIn || step !== 'list'}>
          <PayTable
            waiting={<Skeleton lines={4} label="Loading the list" />}
            key={`${account.address}/${list.turn}`}
            account={account}
            start={list.source}
            isResting={!isFillingIn || step !== 'list'}
            onReview={(found) => startReview(found.payments, found.skipped)}
            onClose={list.close}
          />
        </div>
      )}
      {isPayout ? (
        <PayoutPage account={account} id={params.id} />
      ) : step === 'review' && state.review ? (
        <Review
          account={account}
          payments={state.review.payments}
          skipped={state.review.skipped}
          blocked={unsupported}
          onBack={() => history.back()}
          onLeaveOut={(places) => dispatch({ type: 'payments-left-out', places })}
          onStopWaiting={() => {
            const from = reviewedFrom()
            dispatch({ type: 'review-left', why: 'stopped-waiting' })
            // The page before a request's review is not Pay, and the warning is shown there alone.
            if (from.startsWith(requestPath('pay', ''))) navigate(from, { replace: true })
            else history.back()
          }}
          onSubmitted={(id) => {
            if (state.requests.length === 0 && list.source) list.end()
            dispatch({ type: 'submitted' })
            toTop()
            navigate(payoutPath(id), { replace: true })
          }}
        />
      ) : (
        <>
          {linked.fault && (
            <Notice tone="bad" title={requestFaultText[linked.fault]}>
              <p>Nothing was filled in from the link.</p>
            </Notice>
          )}
          {step === 'requests' && (
            <RequestRows
              key={`${account.address}/${state.link}`}
              account={account}
              rows={state.requests}
              onChange={(requests) => {
                dispatch({ type: 'requests-changed', requests })
                if (requests.length === 0) navigate(payPaths.one, { replace: true })
              }}
              isDirect={isDirect}
              // Going back then leads to the request's own page.
              onReview={(payments) => startReview(payments, [], isDirect)}
            />
          )}
          {step === 'one' && (
            <>
              <Card title="Payment">
                <PaymentForm
                  account={account}
                  draft={state.draft}
                  onChange={(draft) => dispatch({ type: 'draft-changed', draft })}
                  onReview={(payment) => startReview([payment])}
                />
              </Card>
              <RowsSource onStart={list.open}>
                {list.isAside && (
                  <Notice
                    tone="info"
                    title="You have a saved draft. A new list would replace it."
                    actions={<Button onClick={() => list.open({ kind: 'kept' })}>Continue the draft</Button>}
                  />
                )}
              </RowsSource>
            </>
          )}
          {step !== 'list' && (
            <>
              <CollectRequests
                onAdd={(added) => {
                  const { rows, repeated } = withRows(state.requests, added)
                  dispatch({ type: 'requests-changed', requests: rows })
                  return repeated
                }}
              />
              <UnfinishedPayouts account={account} />
              <PayoutList account={account} />
            </>
          )}
        </>
      )}
    </>
  )
}

/** Why the last review ended without a payment. */
function ReviewEnded({ account, why }: { account: Account; why: PayState['ended'] }) {
  switch (why) {
    case null:
      return null
    case 'account-changed':
      return (
        <Notice tone="warn" title="You switched wallets.">
          <p>Review the payment again. If a request is still open in your wallet, reject it there first.</p>
        </Notice>
      )
    case 'stopped-waiting':
      return (
        <Notice
          tone="warn"
          title={`You stopped waiting. The request may still be open in ${whereAsked(account)}.`}
        >
          <p>
            Reject it there first, or this payment can still go through. Check Activity before paying again.
          </p>
        </Notice>
      )
  }
}

/**
 * Scrolls up before the next step is drawn. The person may leave a long list far down, and a list drawn there
 * would stay at that position.
 */
function toTop(): void {
  window.scrollTo(0, 0)
}
