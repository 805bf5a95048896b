import { useEffect, useMemo, useReducer } from 'react'
import * as v from 'valibot'
import { Link, Redirect } from 'wouter'
import { useConnection, usePortal } from '#account/connection.ts'
import { shorten } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { NoOwnerNotice, WrongNetwork } from '#components/account/AccountNotices.tsx'
import { ConnectFirst } from '#components/account/ConnectButton.tsx'
import { type Payer, PayFrom, usePayer } from '#components/account/PayFrom.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { useRequestText } from '#components/request/useLinkText.ts'
import { useStoredRevision } from '#components/stored/useKept.ts'
import { withText } from '#domain/draft/paymentDraft.ts'
import { unfinishedPayouts } from '#domain/payout/payoutAttention.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { requestFaultText } from '#domain/request/requestLink.ts'
import { count, listOf } from '#domain/shared/format.ts'
import { payPaths } from '#domain/shared/paths.ts'
import { ListDrop, RowsSource } from '#pages/pay/list/RowsSource.tsx'
import { FromCard, PaymentForm } from '#pages/pay/one/PaymentForm.tsx'
import { RecentRecipients } from '#pages/pay/one/RecipientField.tsx'
import { PayoutPage } from '#pages/pay/payout/PayoutPage.tsx'
import { Reminders } from '#pages/pay/reminders/Reminders.tsx'
import { RequestRows } from '#pages/pay/requests/RequestRows.tsx'
import { readLink } from '#pages/pay/requests/requestRows.ts'
import { Review } from '#pages/pay/review/Review.tsx'
import { accountsWith, browserStorage, type KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import { persisted } from '#storage/persisted.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card, useArrivingFocus } from '#ui/content/Card.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { UnfinishedPayouts } from './UnfinishedPayouts.tsx'
import {
  initialPayState,
  type PayContent,
  type PayFlow,
  payReducer,
  reviewedFrom,
  useLeftReview,
  usePayFlow,
} from './usePayFlow.ts'

const DraftEditor = lazyComponent(async () => (await import('#pages/pay/list/DraftEditor.tsx')).DraftEditor)

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
  if (connection.status !== 'connected' || !account) return <PayerFirst payer={payer} />
  return (
    <PaySteps
      account={account}
      payer={payer}
      linked={linked}
      state={state}
      dispatch={dispatch}
      unsupported={connection.unsupported}
    />
  )
}

/** The step of the URL: fill in, review, or follow a payout. */
function PaySteps({ unsupported, ...content }: PayContent & { unsupported: boolean }) {
  const flow = usePayFlow(content)
  const { account, payer, linked, state, dispatch, list, step, isFillingIn, isTable } = flow
  return (
    <>
      {flow.location === payPaths.review && step !== 'review' && <Redirect to={reviewedFrom()} replace />}
      {isFillingIn && (
        <PayTitle
          key={`${list.turn} ${list.source === null}`}
          isArriving={state.lists.has(account.address)}
        />
      )}
      <WrongNetwork />
      {isFillingIn && (
        <>
          {state.ended === 'account-changed' && (
            <Notice tone="warn" title="You switched wallets.">
              <p>
                Review the payment again. If a request is still open in your wallet, reject it there first.
              </p>
            </Notice>
          )}
          <NoOwnerNotice account={account} />
          <UnfinishedPayouts
            account={account}
            hasStopped={state.ended === 'stopped-waiting'}
            drafts={draftsOf(flow)}
          />
          {!isTable && step !== 'requests' && <Reminders account={account} />}
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
          <DraftEditor
            waiting={<Skeleton lines={4} label="Loading the list" />}
            key={`${account.address}/${list.turn}`}
            account={account}
            start={list.source}
            isResting={!isTable}
            onReview={({ payments, skipped, ...belongs }) =>
              flow.startReview('list', payments, { skipped, belongs })
            }
            onClose={list.close}
          />
        </div>
      )}
      {flow.payout !== null && <PayoutPage account={account} id={flow.payout} />}
      {flow.payout === null && step === 'review' && state.review && (
        <Review
          account={account}
          payments={state.review.payments}
          skipped={state.review.skipped}
          belongs={state.review.belongs}
          blocked={unsupported}
          onBack={() => history.back()}
          onLeaveOut={(places) => dispatch({ type: 'payments-left-out', places })}
          onRates={(payments) => dispatch({ type: 'rates-renewed', payments })}
          onStopWaiting={flow.stopWaiting}
          onSubmitted={flow.followPayout}
        />
      )}
      {isFillingIn && step === 'requests' && <FillInRequests flow={flow} />}
      {isFillingIn && !isTable && step !== 'requests' && <FillIn flow={flow} />}
    </>
  )
}

/** Takes the focus when a list is opened or closed: the button that was pressed is gone. */
function PayTitle({ isArriving }: { isArriving: boolean }) {
  const title = useArrivingFocus(isArriving, { preventScroll: true })
  return (
    <h1 ref={title} tabIndex={-1}>
      Pay
    </h1>
  )
}

/** Filled in beside the part of Pay that is shown. */
function draftsOf({ step, isTable, list, state: { requests } }: PayFlow) {
  const { isAside, open } = list
  return [
    ...(!isTable && (list.source || isAside)
      ? [{ label: 'Draft list', href: payPaths.list, onOpen: () => isAside && open({ kind: 'kept' }) }]
      : []),
    ...(step !== 'requests' && requests.length > 0
      ? [{ label: `${count(requests.length, 'request')} to pay`, href: payPaths.requests }]
      : []),
  ]
}

/** The page while there is no paying account: how to get one. */
function PayerFirst({ payer }: { payer: Payer }) {
  return (
    <>
      <h1>Pay</h1>
      {payer.connected ? (
        <Card title="From">
          <PayFrom payer={payer} />
        </Card>
      ) : (
        <>
          <OpenPayments />
          <ConnectFirst what="Connect the wallet you’ll pay from. You review everything before it’s sent." />
        </>
      )}
    </>
  )
}

/**
 * The payments of this browser that were requested and not answered, before an account is connected: after a reload
 * the wallet may still ask for one. Hidden if there are none.
 */
function OpenPayments() {
  const { storage } = usePortal().page
  useStoredRevision()
  const open = accountsWith(browserStorage(storage, null), 'payouts').flatMap((account) => {
    const payouts = unfinishedPayouts(payoutStore(storage, account).list().payouts)
    const unknown = payouts.reduce((sum, { left }) => sum + left.unknown, 0)
    return unknown === 0 ? [] : [{ account, unknown }]
  })
  const sum = open.reduce((all, { unknown }) => all + unknown, 0)
  if (sum === 0) return null
  return (
    <Notice tone="warn" title={`${count(sum, 'payment')} may have been sent.`}>
      <p>
        No answer came from your wallet. If it still asks, finish or reject it there. Connect{' '}
        {listOf(open.map(({ account }) => shorten(account)))} to see the result, and don’t pay again before.
      </p>
    </Notice>
  )
}

/** Without this, a file dropped outside its target would replace the whole page. */
function useNoDrop(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => event.preventDefault()
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
}

const PayoutList = lazyComponent(async () => (await import('#pages/pay/list/PayoutList.tsx')).PayoutList)

/** One payment, or the text of a list, with the payer beside it. */
function FillIn({ flow }: { flow: PayFlow }) {
  const { account, payer, state, dispatch, list, step, startReview } = flow
  const { storage } = usePortal().page
  const to = (payee: string) => withText(state.draft, 'payee', payee)
  return (
    <div className="layout-aside">
      <div>
        {step === 'one' && (
          <ListDrop
            label="Upload file"
            isSmall
            onStart={flow.openList}
            onText={(text) => flow.enter(text) || dispatch({ type: 'draft-changed', draft: to(text) })}
          >
            {(button, fault) => (
              <Card title="Payment">
                <PaymentForm
                  account={account}
                  draft={state.draft}
                  onChange={(draft) => {
                    if (draft.token !== state.draft.token) keptToken(storage).write(Token.key(draft.token))
                    dispatch({ type: 'draft-changed', draft })
                  }}
                  onName={(found) => dispatch({ type: 'name-looked-up', found })}
                  onReview={(payment) => startReview('one', [payment])}
                  onEnter={flow.enter}
                  ways={
                    <>
                      {button}
                      <Link className={buttonClass({ size: 'small' })} href={payPaths.list}>
                        Enter a list
                      </Link>
                      {fault && <p role="alert">{fault}</p>}
                    </>
                  }
                />
              </Card>
            )}
          </ListDrop>
        )}
        {step === 'list' && <RowsSource onStart={list.open} />}
      </div>
      <div>
        <FromCard account={account} payer={payer} draft={step === 'one' ? state.draft : null} />
        {step === 'one' && (
          <RecentRecipients
            account={account}
            onPick={(payee) => dispatch({ type: 'draft-changed', draft: to(payee) })}
          />
        )}
        <PayoutList account={account} />
      </div>
    </div>
  )
}

/** The requests to be paid together, with the payer beside them. */
function FillInRequests({ flow }: { flow: PayFlow }) {
  const { account, payer, state, dispatch, isDirect, startReview } = flow
  return (
    <RequestRows
      key={`${account.address}/${state.link}`}
      account={account}
      rows={state.requests}
      onChange={(requests) => {
        dispatch({ type: 'requests-changed', requests })
        if (requests.length === 0) flow.leaveLink()
      }}
      isDirect={isDirect}
      // Going back then leads to the request's own page.
      onReview={(payments) => startReview('requests', payments, { replace: isDirect })}
      last={state.collected}
      onAdd={(text) => dispatch({ type: 'links-pasted', text })}
      aside={
        <>
          <FromCard account={account} payer={payer} draft={null} />
          <PayoutList account={account} />
        </>
      }
    />
  )
}

/** The key (`Token.key`) of the token that was chosen last. */
const keptToken = (storage: KeyValueStore) =>
  persisted(storage, browserKey('token.56'), v.picklist(Token.pinned.map(Token.key)))

/** The token that was chosen last in this browser; USDT before the first choice. */
export function readLastToken(storage: KeyValueStore): Token.Token {
  return Token.byKey(keptToken(storage).read() ?? '') ?? Token.USDT
}
