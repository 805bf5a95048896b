import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { usePayeeChecks } from '#components/payee/usePayeeChecks.ts'
import { usePayoutContext } from '#components/payout/usePayouts.ts'
import { useAgreedPrices } from '#components/price/agreedPrices.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { type ReviewedPayment, totalsOf } from '#domain/draft/paymentDraft.ts'
import { isAnswered } from '#domain/payee/checkPayee.ts'
import { callsOfPayments } from '#domain/payout/Payout.ts'
import { requestId } from '#domain/payout/usdRate.ts'
import { firstOpenedAt } from '#domain/request/openedRequests.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { count, dayAndTime, plural } from '#domain/shared/format.ts'
import { UnreadNotices } from '#pages/pay/review/PayeeDoubts.tsx'
import { Sums } from '#pages/pay/review/Recipients.tsx'
import { type PaidAlready, usePaidAlready } from '#pages/pay/review/usePaidAlready.ts'
import { signatureQuery } from '#queries/requestSignatures.ts'
import { earlierPaymentsQuery } from '#queries/review.ts'
import { Button } from '#ui/Button.tsx'
import { Card, CardPart, Surface } from '#ui/content/Card.tsx'
import { Tick } from '#ui/form/Tick.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useNow } from '#ui/useNow.ts'
import css from './RequestRows.module.css'
import { RequestRowView } from './RequestRowView.tsx'
import { parseRow, type RequestRow } from './requestRows.ts'

/** An id for all rows at once: earlier payments could not be read. */
const UNREAD = 'unread'

/**
 * The requests to be paid together, and their total. The review is blocked while one of them is invalid or in doubt.
 */
export function RequestRows(props: {
  account: Account
  rows: readonly RequestRow[]
  /** The form that adds requests, above the rows. */
  form: ReactNode
  /** Below the total. */
  aside: ReactNode
  /**
   * One request whose Pay was pressed on its own page: it opens the review by itself, unless the person has to answer
   * a question.
   */
  isDirect?: boolean
  onChange: (rows: readonly RequestRow[]) => void
  onReview: (payments: readonly ReviewedPayment[]) => void
}) {
  const { account, rows, onChange, onReview } = props
  const [asked, setAsked] = useState(false)
  const [sure, setSure] = useState<ReadonlySet<string>>(new Set())
  const already = usePaidAlready(account)
  // A valid link always has a checksummed payee.
  const payees = rows.map(({ signed: { request } }) => ({ payee: request.payee, hasChecksum: true }))
  const checks = usePayeeChecks(account, payees)
  const found = rows.map(({ signed: { request } }) => already.of(request))
  const isOn = useEarlyChecks()
  const signatures = useQueries({ queries: rows.map(({ signed }) => signatureQuery(signed, isOn)) })
  const now = useNow()
  const inUsd = rows.flatMap(({ signed: { request } }) => (request.asked.kind === 'usd' ? [request] : []))
  const rates = useAgreedPrices(inUsd.map(({ token }) => token))
  const { storage } = usePortal().page
  const opened = useMemo(
    () => rows.map(({ signed }) => firstOpenedAt(storage, requestId(encodeRequest(signed)), Date.now())),
    [rows, storage],
  )
  const parsed = rows.map((row, index) => {
    const rate = rates.of.get(Token.key(row.signed.request.token))
    return parseRow(row, account.address, rate, now, opened[index])
  })
  const payments = parsed.flatMap((one) => (one.ok ? [one.payment] : []))
  const review = useAskedInReview(
    account,
    payments,
    found.some((one) => one !== null),
  )
  const doubts = rows.map(({ signed: { request } }, index) => {
    const one = parsed[index]
    // The review names these payments and asks for consent, so this page does not ask, too.
    return one?.ok && review.asksAbout(one.payment) ? [] : doubtsOf(request, found[index] ?? null, now)
  })
  const forged = rows.some((_, index) => signatures[index]?.data?.kind === 'wrong')
  const signaturesOpen = rows.some(
    ({ signed }, index) => signed.signature !== null && !signatures[index]?.data,
  )
  const doubtful = rows.filter(({ id }, index) => doubts[index]?.length !== 0 && !sure.has(id))
  const isChecking =
    signaturesOpen || already.state === 'reading' || review.isReading || checks.isBusy || rates.isReading
  const unread = already.state === 'not-read' && !sure.has(UNREAD)
  const ready =
    payments.length === rows.length &&
    !forged &&
    !isChecking &&
    doubtful.length === 0 &&
    !unread &&
    isAnswered(checks, sure)
  const answering = {
    answers: sure,
    onAnswer: (id: string, yes: boolean) => setSure((before) => toggled(before, id, yes)),
  }
  const onGoOn = () => {
    setAsked(true)
    if (ready) onReview(payments)
  }
  const goesOn = props.isDirect && ready && sure.size === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the checks goes on
  useEffect(() => {
    if (!goesOn) return
    let isGone = false
    // The review is drawn at once, which React cannot do inside an effect.
    queueMicrotask(() => isGone || onReview(payments))
    return () => {
      isGone = true
    }
  }, [goesOn])
  if (props.isDirect && (isChecking || goesOn) && !forged) {
    return (
      <Card title="Request">
        <Skeleton lines={4} label="Checking the request" />
      </Card>
    )
  }
  return (
    <div className="layout-aside">
      <div>
        <Surface label="Requests">
          <CardPart>{props.form}</CardPart>
          <ol aria-label="Requests to pay">
            {rows.map((row, index) => {
              const one = parsed[index]
              return (
                <li key={row.id} className={css.row}>
                  <RequestRowView
                    row={row}
                    place={index + 1}
                    fault={
                      one &&
                      !one.ok &&
                      (asked || one.field === 'payee' || row.typed !== '' || isUnpriced(row, rates.isReading))
                        ? one
                        : null
                    }
                    signature={signatures[index]?.data}
                    doubts={doubts[index] ?? []}
                    payeeDoubts={
                      one?.ok || one?.field === 'amount'
                        ? checks.doubts.filter(({ payee }) => payee === row.signed.request.payee)
                        : []
                    }
                    answering={answering}
                    sure={sure.has(row.id)}
                    payment={one?.ok ? one.payment : null}
                    onRate={rates.again}
                    onType={(typed) => onChange(rows.with(index, { ...row, typed }))}
                    onSure={(yes) => setSure((before) => toggled(before, row.id, yes))}
                    onRemove={() => onChange(rows.filter(({ id }) => id !== row.id))}
                  />
                </li>
              )
            })}
          </ol>
        </Surface>
        <UnreadNotices unread={checks.unread} {...answering} />
        {rows.length > 0 && already.state === 'not-read' && (
          <Notice tone="warn" title="We couldn’t check for earlier payments.">
            <Tick
              isTicked={sure.has(UNREAD)}
              onTick={(isTicked) => setSure((before) => toggled(before, UNREAD, isTicked))}
            >
              I checked myself. Continue.
            </Tick>
          </Notice>
        )}
      </div>
      <div>
        {rows.length > 0 && (
          <Card title="Total">
            <Sums of={totalsOf(payments)} />
            {payments.length < rows.length && (
              <p className="text-small">
                {count(rows.length - payments.length, 'request')} can’t be paid yet and{' '}
                {plural(rows.length - payments.length, 'isn’t', 'aren’t')} in this total.
              </p>
            )}
            {asked && !ready && (
              <p role="alert">
                {forged
                  ? 'One signature is fake. Remove that request to continue.'
                  : 'Fix, check or remove what’s marked first.'}
              </p>
            )}
            <Button primary size="large" onClick={onGoOn} disabled={isChecking}>
              {plural(rows.length, 'Review payment', `Review ${rows.length} payments`)}
            </Button>
            {already.state === 'reading' ? (
              <p className="text-small">Checking for earlier payments…</p>
            ) : (
              rows.length > 1 &&
              account.kind === 'safe' && <p className="text-small">They become one proposal to the Safe.</p>
            )}
          </Card>
        )}
        {props.aside}
      </div>
    </div>
  )
}

/** A request in US dollars that has no amount now, which needs no press to be said. */
function isUnpriced({ signed: { request } }: RequestRow, isReading: boolean): boolean {
  return request.asked.kind === 'usd' && !isReading
}

/** Why a row needs a second look, in sentences. */
function doubtsOf({ token }: PaymentRequest, already: PaidAlready, now: number): readonly string[] {
  if (already === null) return []
  const [first, ...more] = already.payments.map(({ value, at }) => {
    const amount = Amount.format({ token, value })
    return at === null ? amount : `${amount} on ${dayAndTime(at, now)}`
  })
  const what = `${first}${more.length > 0 ? `, and ${more.length} more` : ''}.`
  return already.kind === 'queued'
    ? [`A payment to this address in this token is already in your queue: ${what}`]
    : [`You’ve paid this address in this token since the request was made: ${what}`]
}

/** Which of these payments the review will ask about, because it finds an earlier one by itself. */
function useAskedInReview(account: Account, payments: readonly ReviewedPayment[], isNeeded: boolean) {
  const context = usePayoutContext(account)
  const { data, isLoading } = useQuery({
    ...earlierPaymentsQuery(context, payments, callsOfPayments(payments), null),
    enabled: isNeeded && payments.length > 0,
  })
  const asked = new Set((data?.found ?? []).flatMap(({ rows, isOld }) => (isOld ? [] : rows)))
  return {
    isReading: isLoading,
    asksAbout: (payment: ReviewedPayment) => asked.has(payments.indexOf(payment)),
  }
}

function toggled(set: ReadonlySet<string>, id: string, yes: boolean): ReadonlySet<string> {
  const next = new Set(set)
  if (yes) next.add(id)
  else next.delete(id)
  return next
}
