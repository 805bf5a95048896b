import { useMemo, useReducer } from 'react'
import { flushSync } from 'react-dom'
import { Link, Redirect, useLocation, useRoute } from 'wouter'
import type { Account } from '#account/Account.ts'
import { useConnection, usePortal } from '#account/connection.ts'
import { NoOwnerNotice } from '#components/account/NoOwnerNotice.tsx'
import { PayerFirst } from '#components/account/PayerFirst.tsx'
import { PayFrom } from '#components/account/PayFrom.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { type Payer, usePayer } from '#components/account/usePayer.ts'
import { WrongNetwork } from '#components/account/WrongNetwork.tsx'
import { useLedger, usePayoutContext } from '#components/payout/usePayouts.ts'
import { useRequestText } from '#components/request/useLinkText.ts'
import { type ReviewedPayment, withText } from '#domain/draft/paymentDraft.ts'
import { isUnanswered } from '#domain/ledger/Attempt.ts'
import { type Belongs, belongsToNothing, type Payout } from '#domain/payout/Payout.ts'
import { requestFaultText } from '#domain/request/requestFaultText.ts'
import {
  campaignsPath,
  payoutPath,
  payPaths,
  peoplePath,
  requestPath,
  templatesPath,
} from '#domain/shared/paths.ts'
import { RowsSource } from '#pages/pay/list/RowsSource.tsx'
import { PaymentForm } from '#pages/pay/one/PaymentForm.tsx'
import { RecentRecipients } from '#pages/pay/one/RecentRecipients.tsx'
import { PayoutPage } from '#pages/pay/payout/PayoutPage.tsx'
import { CollectRequests } from '#pages/pay/requests/CollectRequests.tsx'
import { RequestRows } from '#pages/pay/requests/RequestRows.tsx'
import { type LinkedRequest, readLink, withRows } from '#pages/pay/requests/requestRows.ts'
import { Review } from '#pages/pay/review/Review.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { useNoDrop } from '#ui/file/useNoDrop.ts'
import { Icon } from '#ui/icons/Icon.tsx'
import { late } from '#ui/late.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Steps } from '#ui/page/Steps.tsx'
import { Tabs } from '#ui/page/Tabs.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FromCard } from './FromCard.tsx'
import { keepLastToken, readLastToken } from './lastToken.ts'
import css from './PayPage.module.css'
import { reviewedFrom, useLeftReview, useList, usePayTo, useStoredRows } from './payRoutes.ts'
import {
  initialPayState,
  type PayAction,
  type PayState,
  payReducer,
  payStep,
  type Reviewing,
} from './payState.ts'
import { paySteps, whereAsked } from './payWords.ts'
import { UnfinishedPayouts } from './UnfinishedPayouts.tsx'

const PayTable = late(async () => (await import('#pages/pay/list/PayTable.tsx')).PayTable)
const PayoutList = late(async () => (await import('#pages/pay/list/PayoutList.tsx')).PayoutList)

/**
 * Pays one person, the collected requests, or a list: fill in, review, follow until final. The form keeps its content
 * while the pages beside it are shown (`app/routes.tsx`).
 */
export function PayPage() {
  const connection = useConnection()
  const payer = usePayer(useAccount())
  const { account } = payer
  const text = useRequestText('pay')
  const linked = useMemo(() => readLink(text), [text])
  const { storage } = usePortal().page
  const [state, dispatch] = useReducer(payReducer, linked, (link) =>
    initialPayState(link, readLastToken(storage)),
  )
  // During render, not after it, so that nothing of the old link is drawn under the new link's address.
  if (linked.text !== state.link) dispatch({ type: 'link-followed', linked })
  if (state.review && account && state.review.payer !== account.address) {
    dispatch({ type: 'review-left', why: 'account-changed' })
  }
  useNoDrop()
  useLeftReview(dispatch)
  if (connection.status !== 'connected' || !account)
    return (
      <PayerFirst
        payer={payer}
        title="Pay"
        what="Connect the wallet you’ll pay from. You review everything before it’s sent."
      />
    )
  return <PaySteps {...{ account, payer, linked, state, dispatch }} unsupported={connection.unsupported} />
}

type ReviewOptions = {
  skipped?: Payout['skipped']
  belongs?: Belongs
  /** Takes the place of this page in the history. */
  replace?: boolean
}

type PayStepsProps = {
  account: Account
  payer: Payer
  linked: LinkedRequest
  state: PayState
  dispatch: (action: PayAction) => void
  /** The wallet is on another network. */
  unsupported: boolean
}

/** The step of the URL: fill in, review, or follow a payout. */
function PaySteps({ account, payer, linked, state, dispatch, unsupported }: PayStepsProps) {
  const [location, navigate] = useLocation()
  const { storage } = usePortal().page
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
  const startReview = (
    from: Reviewing['from'],
    payments: readonly ReviewedPayment[],
    { skipped = [], belongs = belongsToNothing, replace = false }: ReviewOptions = {},
  ) => {
    toTop()
    // The review must be there when its URL is.
    flushSync(() =>
      dispatch({
        type: 'review-started',
        review: { from, payments, skipped, belongs, payer: account.address },
      }),
    )
    navigate(payPaths.review, { state: { from: location }, replace })
  }
  const isTable = isFillingIn && step === 'list' && list.source !== null
  return (
    <>
      {location === payPaths.review && step !== 'review' && <Redirect to={reviewedFrom()} replace />}
      {isFillingIn && (
        <div className={css.head}>
          <h1>Pay</h1>
          <nav className={css.beside} aria-label="Also in Pay">
            <Link className={buttonClass({ ghost: true, size: 'small' })} href={peoplePath}>
              <Icon name="book-user" size={16} /> People
            </Link>
            <Link className={buttonClass({ ghost: true, size: 'small' })} href={templatesPath}>
              <Icon name="refresh-cw" size={16} /> Templates
            </Link>
            <Link className={buttonClass({ ghost: true, size: 'small' })} href={campaignsPath}>
              <Icon name="layers" size={16} /> Campaigns
            </Link>
          </nav>
        </div>
      )}
      <WrongNetwork />
      {isFillingIn && (
        <Tabs
          boxed
          label="Ways to pay"
          current={payPaths[step]}
          tabs={[
            { href: payPaths.one, label: 'One person' },
            {
              href: payPaths.list,
              label: 'A list',
              count: list.source || list.isAside ? 'Draft' : undefined,
            },
            { href: payPaths.requests, label: 'Request links', count: state.requests.length },
          ]}
        >
          <Steps steps={paySteps} current={0} />
        </Tabs>
      )}
      {isFillingIn && (
        <>
          <ReviewEnded account={account} why={state.ended} />
          <NoOwnerNotice account={account} />
          <UnfinishedPayouts account={account} />
          {linked.fault && (
            <Notice tone="bad" title={requestFaultText[linked.fault]}>
              <p>Nothing was filled in from the link.</p>
            </Notice>
          )}
          {isTable && payer.connected?.proposeFor && (
            <Card title="From">
              <PayFrom payer={payer} />
            </Card>
          )}
        </>
      )}
      {list.source && (
        // Stays mounted while something else is shown, so that going back restores its state.
        <div hidden={!isTable}>
          <PayTable
            waiting={<Skeleton lines={4} label="Loading the list" />}
            key={`${account.address}/${list.turn}`}
            account={account}
            start={list.source}
            isResting={!isTable}
            onReview={({ payments, skipped, ...belongs }) =>
              startReview('list', payments, { skipped, belongs })
            }
            onClose={list.close}
          />
        </div>
      )}
      {isPayout && <PayoutPage account={account} id={params.id} />}
      {!isPayout && step === 'review' && state.review && (
        <Review
          account={account}
          payments={state.review.payments}
          skipped={state.review.skipped}
          belongs={state.review.belongs}
          blocked={unsupported}
          onBack={() => history.back()}
          onLeaveOut={(places) => dispatch({ type: 'payments-left-out', places })}
          onRates={(payments) => dispatch({ type: 'rates-renewed', payments })}
          onStopWaiting={() => {
            const from = reviewedFrom()
            dispatch({ type: 'review-left', why: 'stopped-waiting' })
            // The page before a request's review is not Pay, and the warning is shown there alone.
            if (from.startsWith(requestPath('pay', ''))) navigate(from, { replace: true })
            else history.back()
          }}
          onSubmitted={(id) => {
            if (state.review?.from === 'list') list.end()
            dispatch({ type: 'submitted' })
            toTop()
            navigate(payoutPath(id), { replace: true })
          }}
        />
      )}
      {isFillingIn && step === 'requests' && (
        <RequestRows
          key={`${account.address}/${state.link}`}
          account={account}
          rows={state.requests}
          onChange={(requests) => {
            dispatch({ type: 'requests-changed', requests })
            if (requests.length === 0) navigate(payPaths.requests, { replace: true })
          }}
          isDirect={isDirect}
          // Going back then leads to the request's own page.
          onReview={(payments) => startReview('requests', payments, { replace: isDirect })}
          form={
            <CollectRequests
              onAdd={(added) => {
                const { rows, repeated } = withRows(state.requests, added)
                dispatch({ type: 'requests-changed', requests: rows })
                return repeated
              }}
            />
          }
          aside={
            <>
              <FromCard account={account} payer={payer} draft={null} />
              <PayoutList account={account} />
            </>
          }
        />
      )}
      {isFillingIn && !isTable && step !== 'requests' && (
        <div className="layout-aside">
          <div>
            {step === 'one' && (
              <Card title="Payment">
                <PaymentForm
                  account={account}
                  draft={state.draft}
                  onChange={(draft) => {
                    if (draft.token !== state.draft.token) keepLastToken(storage, draft.token)
                    dispatch({ type: 'draft-changed', draft })
                  }}
                  onName={(found) => dispatch({ type: 'name-looked-up', found })}
                  onReview={(payment) => startReview('one', [payment])}
                />
              </Card>
            )}
            {step === 'list' && (
              <RowsSource onStart={list.open}>
                {list.isAside && (
                  <Notice
                    tone="info"
                    title="You have a saved draft. A new list would replace it."
                    actions={<Button onClick={() => list.open({ kind: 'kept' })}>Continue the draft</Button>}
                  />
                )}
              </RowsSource>
            )}
          </div>
          <div>
            <FromCard account={account} payer={payer} draft={step === 'one' ? state.draft : null} />
            {step === 'one' && (
              <RecentRecipients
                account={account}
                onPick={(payee) =>
                  dispatch({ type: 'draft-changed', draft: withText(state.draft, 'payee', payee) })
                }
              />
            )}
            <PayoutList account={account} />
          </div>
        </div>
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
      return <StoppedWaiting account={account} />
  }
}

/** Until the request is answered, found or forgotten. */
function StoppedWaiting({ account }: { account: Account }) {
  const { attempts } = useLedger(usePayoutContext(account))
  if (!attempts.some(isUnanswered)) return null
  return (
    <Notice
      tone="warn"
      title={`You stopped waiting. The request may still be open in ${whereAsked(account)}.`}
    >
      <p>
        {whereAsked(account) === 'your Safe'
          ? 'Reject it there first, or take it out of the Safe’s batch. Until then this payment can still go through.'
          : 'Reject it there first, or this payment can still go through.'}{' '}
        Check Activity before paying again.
      </p>
    </Notice>
  )
}

/**
 * Scrolls up before the next step is drawn. The person may leave a long list far down, and a list drawn there
 * would stay at that position.
 */
function toTop(): void {
  window.scrollTo(0, 0)
}
