import { useMemo } from 'react'
import { Link } from 'wouter'
import { factsOf } from '#account/facts.ts'
import { dollarText } from '#chain/money/dollars.ts'
import { NoOwnerNotice } from '#components/account/NoOwnerNotice.tsx'
import { isUnanswered } from '#domain/ledger/Attempt.ts'
import { batchRows, isRequested, openRows, type Payout } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { startRun } from '#domain/payout/payoutRuns.ts'
import { isRateOver, type UsdRate } from '#domain/payout/usdRate.ts'
import { plural } from '#domain/shared/format.ts'
import { requestPath, rowsPath } from '#domain/shared/paths.ts'
import { nextText, sumText } from '#pages/pay/payWords.ts'
import { ConsentNotices } from '#pages/pay/review/ConsentNotices.tsx'
import { useConsent } from '#pages/pay/review/useConsent.ts'
import { Button } from '#ui/Button.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useNow } from '#ui/useNow.ts'

type Props = { context: PayoutContext; payout: Payout }

/** The rows of a payout that were not requested yet, and what can be done with them. */
export function NextBatch({ context, payout, batch }: Props & { batch: number }) {
  if (payout.closed) return <LeftUnpaid context={context} payout={payout} />
  if (payout.restored) return <Restored context={context} payout={payout} />
  return <GoOn context={context} payout={payout} batch={batch} />
}

/** The next batch, with everything that blocks it. */
function GoOn({ context, payout, batch: index }: Props & { batch: number }) {
  const batch = payout.batches[index]
  const payments = useMemo(() => (batch ? batchRows(payout, batch) : []), [payout, batch])
  const own = useMemo(() => ({ payout: payout.id, rows: batch?.rows ?? [] }), [payout.id, batch])
  const consent = useConsent(context, payments, own, batch?.again)
  const { batches } = payout
  const { verb } = factsOf(context.account)
  const passOver = payout.attempts.some(isUnanswered)
  const asked = isRequested(payout)
  const open = useMemo(() => openRows(payout), [payout])
  const now = useNow()
  const isFirst = batches.reduce((sum, { rows }) => sum + rows.length, 0) === payout.rows.length
  const late = open.flatMap(({ rate }) => (rate && isRateOver({ rate }, now) ? [rate] : []))
  if (late.length > 0) return <OldRates context={context} payout={payout} rates={late} />
  const label =
    asked && isFirst
      ? `Continue with the other ${open.length}`
      : `${verb} ${sumText(open) ?? `all ${open.length}`}`
  return (
    <>
      <ConsentNotices consent={consent} />
      <NoOwnerNotice account={context.account} />
      <Actions>
        <Button
          primary
          disabled={!consent.ready || context.account.safe?.readOnly}
          onClick={() => void startRun(context, payout.id, consent.consent, passOver).catch(() => {})}
        >
          {passOver ? `${label}, leave the open request` : label}
        </Button>
        <Button onClick={() => context.payouts.write({ ...payout, closed: true })}>
          {asked ? `Finish without ${plural(open.length, 'it', 'them')}` : 'Don’t pay'}
        </Button>
      </Actions>
      <p className="text-small">{nextText(context.account, payments)}</p>
    </>
  )
}

/** Rows that answer requests in US dollars, at rates that are too old to send. Each request has to be opened again. */
function OldRates({ context, payout, rates }: Props & { rates: readonly UsdRate[] }) {
  return (
    <Notice
      tone="warn"
      title={plural(
        rates.length,
        'The rate of a request has expired.',
        'The rates of some requests have expired.',
      )}
      actions={
        <>
          {rates.map(({ link, cents }) => (
            <Link key={link} className="button" href={requestPath('open', link)}>
              Open the request for {dollarText(cents)}
            </Link>
          ))}
          <Button onClick={() => context.payouts.write({ ...payout, closed: true })}>
            Finish without {plural(rates.length, 'it', 'them')}
          </Button>
        </>
      }
    >
      <p>What is left was not sent. Open the request again to pay it at the rate of now.</p>
    </Notice>
  )
}

/** Rows of a payout from a backup. Nobody has reviewed them in this browser, so they begin as a new list. */
function Restored({ context, payout }: Props) {
  const open = openRows(payout).length
  return (
    <Notice
      tone="info"
      title={`${plural(open, 'One payment of this backup wasn’t', `${open} payments of this backup weren’t`)} sent.`}
      actions={
        <>
          <Link className="button" href={rowsPath(payout.id)}>
            Review {plural(open, 'it', 'them')} as a list
          </Link>
          <Button onClick={() => context.payouts.write({ ...payout, closed: true })}>Don’t pay</Button>
        </>
      }
    >
      <p>Another browser may have paid {plural(open, 'it', 'them')} since. The review looks for that.</p>
    </Notice>
  )
}

/** Rows that a person decided not to pay. They were never requested, so they can be resumed. */
function LeftUnpaid({ context, payout }: Props) {
  const open = openRows(payout).length
  return (
    <Notice
      tone="info"
      title={`${plural(open, 'One payment was', `${open} payments were`)} left unpaid.`}
      actions={<Button onClick={() => context.payouts.write({ ...payout, closed: false })}>Continue</Button>}
    >
      <p>You left {plural(open, 'it', 'them')} out, or rejected or closed the request.</p>
    </Notice>
  )
}
