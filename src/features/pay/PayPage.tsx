import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import type { Account } from '#account/Account.ts'
import { useConnection } from '#account/connection.ts'
import type { Start } from '#domain/payout/list/payoutDraft.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { emptyDraft, type Payment } from '#domain/payout/payment.ts'
import { requestFaultText } from '#domain/request/requestWords.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import { NoOwnerNotice } from '#features/pay/payout/NoOwnerNotice.tsx'
import { ConnectFirst } from '#features/shared/ConnectFirst.tsx'
import { UnfinishedPayouts } from '#features/shared/UnfinishedPayouts.tsx'
import { useRequestText } from '#features/shared/useLinkText.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { useNoDrop } from '#ui/file/useNoDrop.ts'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { RowsSource } from './list/RowsSource.tsx'
import { useStart } from './list/useTable.ts'
import { PaymentForm } from './one/PaymentForm.tsx'
import { PayFrom } from './PayFrom.tsx'
import css from './PayPage.module.css'
import { usePayer, whereAsked } from './payers.ts'
import { PayoutPage } from './payout/PayoutPage.tsx'
import { CollectRequests } from './requests/CollectRequests.tsx'
import {
  followLink,
  type LinkedRequest,
  type RequestContext,
  readLink,
  startContext,
} from './requests/linkedRequest.ts'
import { RequestRows } from './requests/RequestRows.tsx'
import { type RequestRow, withRows } from './requests/requestRows.ts'
import { Review } from './review/Review.tsx'

const PayTable = lazy(async () => ({ default: (await import('./list/PayTable.tsx')).PayTable }))
const PayoutList = lazy(async () => ({ default: (await import('./list/PayoutList.tsx')).PayoutList }))

type Reviewing = {
  readonly kind: 'review'
  readonly payments: readonly Payment[]
  readonly skipped: Payout['skipped']
  readonly payer: Account
}
type Step = RequestContext<Reviewing>['step']

/** Pays one person, the collected requests, or a list: fill in, review, follow until final. */
export function PayPage() {
  const connection = useConnection()
  const payer = usePayer(connection.status === 'connected' ? connection.account : null)
  const [draft, setDraft] = useState(emptyDraft)
  const [linked, clearLink] = useLinkedRequest()
  const [context, setContext] = useState(() => startContext<Reviewing>(linked))
  // During render, not after it, so that nothing of the old link is drawn under the new link's address.
  const current = followLink(context, linked)
  if (current !== context) setContext(current)
  const { step, rows } = current
  const setStep = (next: Step) => setContext((before) => ({ ...before, step: next }))
  const setRows = (next: readonly RequestRow[]) => setContext((before) => ({ ...before, rows: next }))
  const newestLink = useRef(linked.text)
  useEffect(() => {
    newestLink.current = linked.text
  }, [linked.text])
  const [isPayout, params] = useRoute('/pay/payout/:id')
  const [, navigate] = useLocation()
  const many = useStart(payer.account)
  useRowsOfPayout(many.open)
  useNoDrop()
  if (connection.status !== 'connected') {
    return (
      <div className={css.page}>
        <h1>Pay</h1>
        <ConnectFirst what="Connect the wallet you’ll pay from. You review everything before it’s sent." />
      </div>
    )
  }
  const { unsupported } = connection
  const { account } = payer
  if (account === null) {
    return (
      <div className={css.page}>
        <h1>Pay</h1>
        <PayFrom payer={payer} />
      </div>
    )
  }
  // A payment reviewed for one account is never sent from another.
  const stale = step.kind === 'review' && step.payer.address !== account.address
  const isReviewing = step.kind === 'review' && !stale
  const isEditing = !isPayout && !isReviewing
  const isMany = many.start !== null && rows.length === 0
  const review = (payments: readonly Payment[], skipped: Reviewing['skipped'] = []) => {
    toTop()
    setStep({ kind: 'review', payments, skipped, payer: account })
  }
  return (
    <div className={css.page}>
      <h1>Pay</h1>
      {unsupported && (
        <Notice tone="warn" title="Wrong network detected, switch or disconnect to continue.">
          <p>The portal pays on BNB Smart Chain only.</p>
        </Notice>
      )}
      {stale && (
        <Notice tone="warn" title="The account has changed.">
          <p>Nothing was sent. Review the payment again for the account that is connected now.</p>
        </Notice>
      )}
      {step.kind === 'edit' && step.stoppedWaiting && (
        <Notice tone="warn" title="You stopped waiting, but the request may still be open.">
          <p>
            The payment may or may not be made. Close the request in {whereAsked(account)} and look in
            Activity before you pay again.
          </p>
        </Notice>
      )}
      {isEditing && (
        <>
          <NoOwnerNotice account={account} />
          <PayFrom payer={payer} />
        </>
      )}
      {many.start && (
        // Stays mounted while something else is shown, so that going back restores its state.
        <div hidden={!isEditing || !isMany}>
          <Suspense fallback={<Skeleton lines={4} label="Loading the list" />}>
            <PayTable
              key={`${account.address}/${many.turn}`}
              account={account}
              start={many.start}
              isResting={!isEditing || !isMany}
              onReview={(found) => review(found.payments, found.skipped)}
              onClose={many.close}
            />
          </Suspense>
        </div>
      )}
      {isPayout ? (
        <PayoutPage account={account} id={params.id} />
      ) : isReviewing ? (
        <Review
          account={account}
          payments={step.payments}
          skipped={step.skipped}
          blocked={unsupported}
          onBack={() => setStep({ kind: 'edit' })}
          onLeaveOut={(places) => setStep(withoutPaid(step, places))}
          onStopWaiting={() => setStep({ kind: 'edit', stoppedWaiting: true })}
          onSubmitted={(id) => {
            // Another link was opened during the request. Its payment is listed, and the new request stays.
            if (newestLink.current !== linked.text) return
            setDraft(emptyDraft)
            setRows([])
            if (isMany) many.end()
            setStep({ kind: 'edit' })
            toTop()
            navigate(payoutPath(id), { replace: true })
          }}
        />
      ) : (
        <>
          {linked.fault && (
            <Notice tone="bad" title={requestFaultText[linked.fault]}>
              <p>Nothing of the link was taken over.</p>
            </Notice>
          )}
          {rows.length > 0 && (
            <RequestRows
              key={`${account.address}/${current.link}`}
              account={account}
              rows={rows}
              onChange={(next) => {
                setRows(next)
                if (next.length === 0) clearLink()
              }}
              onReview={(payments) => review(payments)}
            />
          )}
          {rows.length === 0 && !isMany && (
            <>
              <Card title="Payment">
                <PaymentForm
                  account={account}
                  draft={draft}
                  onChange={setDraft}
                  onReview={(payment) => review([payment])}
                />
              </Card>
              <RowsSource onStart={many.open}>
                {many.isAside && (
                  <Notice
                    tone="info"
                    title="A draft is kept. Other rows would take its place."
                    actions={
                      <Button onClick={() => many.open({ kind: 'kept' })}>Go on with the draft</Button>
                    }
                  />
                )}
              </RowsSource>
            </>
          )}
          {!isMany && (
            <>
              <CollectRequests
                onAdd={(added) => {
                  const next = withRows(rows, added)
                  setRows(next.rows)
                  return next.repeated
                }}
              />
              <UnfinishedPayouts account={account} />
              <Suspense>
                <PayoutList account={account} />
              </Suspense>
            </>
          )}
        </>
      )}
    </div>
  )
}

/** `#/pay/from/<id>` loads the rows of a payout once. From then on they are an ordinary list. */
function useRowsOfPayout(open: (start: Start) => void): void {
  const [isAsked, params] = useRoute('/pay/from/:id')
  const [, navigate] = useLocation()
  const id = isAsked ? params.id : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the id in the URL opens a payout
  useEffect(() => {
    if (id === null) return
    open({ kind: 'payout', id })
    navigate('/pay', { replace: true })
  }, [id])
}

/** The same review without the payments at these positions, each listed as left out. */
function withoutPaid(step: Reviewing, places: ReadonlySet<number>): Reviewing {
  const left = step.payments.flatMap(({ line }, index) =>
    places.has(index) ? [{ line: line ?? index + 1, reason: 'It was made or asked for already.' }] : [],
  )
  return {
    ...step,
    payments: step.payments.filter((_, index) => !places.has(index)),
    skipped: [...step.skipped, ...left].sort((a, b) => a.line - b.line),
  }
}

/** The request in the page's URL, and a function to leave it. */
function useLinkedRequest(): readonly [LinkedRequest, () => void] {
  const text = useRequestText('pay')
  const [, navigate] = useLocation()
  const clear = () => navigate('/pay', { replace: true })
  return [readLink(text), clear]
}

/**
 * Scrolls up before the next step is drawn. The person may leave a long list far down, and a list drawn there
 * would stay at that position.
 */
function toTop(): void {
  window.scrollTo(0, 0)
}
