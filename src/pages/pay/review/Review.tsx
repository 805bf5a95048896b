import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { Account } from '#account/Account.ts'
import { transfersOf } from '#chain/money/Call.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { NoOwnerNotice } from '#components/account/NoOwnerNotice.tsx'
import { signersWords } from '#components/account/PayFrom.tsx'
import { SwitchNetwork } from '#components/account/WrongNetwork.tsx'
import { ReadError } from '#components/error/ReadError.tsx'
import { RequestError } from '#components/error/RequestError.tsx'
import { usePayoutContext } from '#components/payout/usePayouts.ts'
import { FingerprintText } from '#components/proposal/FingerprintText.tsx'
import { useStoredRevision } from '#components/stored/useStored.ts'
import { type ReviewedPayment, totalsOf } from '#domain/draft/paymentDraft.ts'
import { fundsText } from '#domain/payout/checkFunds.ts'
import { type Belongs, isRequested, type Payout, planPayout } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { startRun, stopWaiting } from '#domain/payout/payoutRuns.ts'
import { Skipped } from '#pages/pay/payout/PayoutNotices.tsx'
import { askingText, askingTitle, nextText, paySteps, sumText } from '#pages/pay/payWords.ts'
import { refreshLists } from '#queries/activityLists.ts'
import { fundsQuery } from '#queries/review.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Identicon } from '#ui/content/Identicon.tsx'
import { useArrivingFocus } from '#ui/content/useArrivingFocus.ts'
import { Icon } from '#ui/icons/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import { Steps } from '#ui/page/Steps.tsx'
import { BalancesAfter } from './BalancesAfter.tsx'
import { BatchChoice, useBatching } from './BatchChoice.tsx'
import { BatchHint } from './BatchHint.tsx'
import { CheckLine } from './CheckLine.tsx'
import { ConsentNotices, NothingBefore } from './ConsentNotices.tsx'
import { NamesUnmoved } from './NameNotices.tsx'
import { NetworkFee } from './NetworkFee.tsx'
import { NewPayeesCheck, useNewPayees } from './NewPayees.tsx'
import { RateFacts, RateNotices } from './RateNotices.tsx'
import { Recipient, Recipients, SumInDollars, Sums } from './Recipients.tsx'
import css from './Review.module.css'
import { Simulation } from './Simulation.tsx'
import { useConsent } from './useConsent.ts'
import { useRates } from './useRates.ts'

/**
 * The whole payment with the results of the chain checks, and the button that sends the request to the wallet
 * or Safe.
 */
export function Review(props: {
  account: Account
  payments: readonly ReviewedPayment[]
  skipped: Payout['skipped']
  /** The template and the campaign of the payout that is made. */
  belongs: Belongs
  blocked: boolean
  onBack: () => void
  /** Continues without the payments at these positions, which were already made or requested. */
  onLeaveOut: (places: ReadonlySet<number>) => void
  /** The same payments at new rates, for requests in US dollars. */
  onRates: (payments: readonly ReviewedPayment[]) => void
  /** The person no longer wants to wait for the wallet or the Safe. A later answer is still followed. */
  onStopWaiting: () => void
  /** The first batch was requested and answered. */
  onSubmitted: (id: string) => void
}) {
  const { account, payments, skipped, belongs } = props
  const client = useQueryClient()
  const title = useArrivingFocus()
  const context = usePayoutContext(account)
  const totals = totalsOf(payments)
  const batching = useBatching(account, payments.length)
  const { limit } = batching
  const batches = Math.ceil(payments.length / limit)
  // The first request contains only these.
  const firstBatch = payments.slice(0, limit)
  const funds = useQuery(fundsQuery(account, totals, batches))
  const rates = useRates(payments, props.onRates)
  const kept = useRef<{
    readonly id: string
    readonly limit: number
    readonly payments: readonly ReviewedPayment[]
  } | null>(null)
  const submit = useMutation({
    mutationFn: async () => {
      if (!(await rates.confirm())) return null
      // A payout that was planned for other amounts must never be sent instead of these.
      const isSame = kept.current?.limit === limit && kept.current.payments === payments
      if (!isSame) leaveUnpaid(context, kept.current?.id)
      const isKept = isSame && kept.current && context.payouts.read(kept.current.id) !== null
      const id =
        isKept && kept.current
          ? kept.current.id
          : context.payouts.write(planPayout(account, payments, limit, context.now(), skipped, belongs)).id
      kept.current = { id, limit, payments }
      try {
        const end = await startRun(context, id, consent.consent)
        if (end?.kind !== 'found') return id
        await consent.before.refetch()
        return null
      } finally {
        // Nothing was requested, so nothing must be kept. A rejected request may still turn up.
        if (context.payouts.read(id)?.attempts.length === 0) context.payouts.remove(id)
      }
    },
    onSettled: () => refreshLists(client, account),
  })
  const consent = useConsent(context, payments, null, undefined, submit.isPending)
  useStoredRevision()
  const isAsked = submit.isPending && wasAsked(context, kept.current?.id)
  const fault = funds.data && fundsText(funds.data.fault, funds.data.token, totals)
  // A Safe may propose more than it can pay yet; a wallet would only lose the fee.
  const forbidden = fault ? fault.forbids || account.kind === 'eoa' : false
  const verb = account.kind === 'safe' ? 'Propose' : 'Pay'
  const readOnly = account.safe?.readOnly ?? false
  const unknownResult = findPortalError(submit.error)?.kind === 'unknown-result'
  const ready =
    funds.data !== undefined &&
    !funds.error &&
    !forbidden &&
    !props.blocked &&
    !unknownResult &&
    !batching.isReading &&
    !readOnly &&
    rates.ready &&
    consent.ready
  const several = payments.length > 1
  // Not called once the review was left: the payment is then listed among the unfinished ones.
  const pay = () => {
    // The result appears below the title, but the button is beside the last of up to 1,000 recipients.
    title.current?.scrollIntoView({ block: 'nearest' })
    submit.mutate(undefined, { onSuccess: (id) => id !== null && props.onSubmitted(id) })
  }
  const made = consent.before.data?.made ?? undefined
  const payees = useNewPayees(account, payments, consent)
  const isUnpaidKnown = payees.state === 'read'
  const unpaidText = payees.found.unpaid.join().toLowerCase()
  const unpaid = useMemo(
    () => (isUnpaidKnown ? new Set(unpaidText.split(',').filter(Boolean)) : null),
    [isUnpaidKnown, unpaidText],
  )
  const back = () => {
    leaveUnpaid(context, kept.current?.id)
    props.onBack()
  }
  const isOne = payments.length === 1
  const sum = sumText(payments)
  const what =
    several && account.kind === 'safe'
      ? `${payments.length} payments${sum === null ? '' : `, ${sum}`}`
      : (sum ?? `all ${payments.length}`)
  return (
    <section className={css.review} aria-label="Review">
      <header className={css.head}>
        <button type="button" className={css.back} disabled={submit.isPending} onClick={back}>
          <Icon name="chevron-left" size={16} /> Back
        </button>
        <h1 ref={title} tabIndex={-1}>
          {isOne ? 'Review payment' : `Review ${payments.length} payments`}
        </h1>
        <Steps steps={paySteps} current={1} />
      </header>
      {submit.error && <RequestError error={submit.error} />}
      {submit.isPending && !isAsked && <p role="status">Checking once more that this wasn’t paid before…</p>}
      {isAsked && (
        <Notice tone="info" title={askingTitle(account, totalsOf(firstBatch))}>
          <p>{askingText(account, firstBatch)}</p>
          <BatchHint account={account} />
        </Notice>
      )}
      <NoOwnerNotice account={account} />
      {fault && (
        <Notice tone={forbidden ? 'bad' : 'warn'} title={fault.text}>
          <p>
            {forbidden
              ? submit.isIdle
                ? 'Nothing was sent.'
                : 'It can’t be sent like this.'
              : 'You can propose it now. It can’t run until the Safe is topped up.'}
          </p>
        </Notice>
      )}
      <ReadError read={funds} />
      {!submit.isPending && <RateNotices rates={rates} />}
      {!submit.isPending && (
        // While the person is deciding, a match is the request itself.
        <ConsentNotices
          consent={consent}
          isReportedAlready={funds.error !== null}
          {...(several && { onLeaveOut: props.onLeaveOut })}
        />
      )}
      <div className={isOne ? css.narrow : css.columns}>
        <div className={css.side}>
          <section className={css.total} aria-label="Total">
            <p className={css.caption}>{isOne ? 'You pay' : `Total of ${payments.length} payments`}</p>
            <Sums of={totals} />
            {rates.priced.length < payments.length && <SumInDollars of={totals} />}
            <RateFacts rates={rates} isSafe={account.kind === 'safe'} />
            {isOne && <Recipient payment={payments[0]} />}
            <div className={css.party}>
              <p className={css.caption}>{account.kind === 'safe' ? 'From your Safe' : 'From your wallet'}</p>
              <p className={css.panel}>
                <Identicon address={account.address} size={20} />
                <GroupedAddress address={account.address} />
              </p>
            </div>
            <dl className={css.facts}>
              {account.safe && (
                <div>
                  <dt>Signatures</dt>
                  <dd>{signersWords(account)}</dd>
                </div>
              )}
              <NetworkFee account={account} calls={consent.calls} limit={limit} />
            </dl>
            {several && account.kind === 'eoa' && <BatchChoice batching={batching} count={payments.length} />}
            <div className={css.dock}>
              <Button primary size="large" disabled={!ready || submit.isPending} onClick={pay}>
                {`${verb} ${what}${batches === 1 ? '' : batches === payments.length ? ', one by one' : ` in ${batches} batches`}`}
              </Button>
              <SwitchNetwork />
              {submit.isPending && (
                <Button
                  onClick={() => {
                    if (kept.current) stopWaiting(kept.current.id)
                    // Before that, the run ends by itself and reports that nothing was requested.
                    if (isAsked) props.onStopWaiting()
                  }}
                >
                  {isAsked ? 'Cancel waiting' : 'Cancel'}
                </Button>
              )}
            </div>
            <p className="text-small">{nextText(account, firstBatch)}</p>
          </section>
          <Card title="Checks">
            <ul className={css.checks} aria-label="Checks">
              {funds.isPending && <CheckLine tone="wait">Checking balance and token…</CheckLine>}
              {funds.data === null && (
                <CheckLine tone="good">Balance and token checked. You check the address.</CheckLine>
              )}
              {/* While the person is deciding, a match is the request itself. */}
              {!submit.isPending && <NothingBefore consent={consent} />}
              <NewPayeesCheck {...payees} />
              <NamesUnmoved names={consent.names} />
              {account.kind === 'safe' && several && (
                <Simulation safe={account.address} calls={consent.calls} limit={limit} />
              )}
            </ul>
            <Skipped paid={payments.length} skipped={skipped} />
            {several && <FingerprintText account={account.address} transfers={transfersOf(consent.calls)} />}
          </Card>
        </div>
        {several && (
          <div className={css.main}>
            <BalancesAfter address={account.address} totals={totals} made={made} />
            <Recipients payments={payments} unpaid={unpaid} />
          </div>
        )}
      </div>
    </section>
  )
}

/** Until then the wallet or Safe has received nothing: earlier payments are still being read. */
function wasAsked({ payouts }: PayoutContext, id: string | undefined): boolean {
  const payout = id === undefined ? null : payouts.read(id)
  return payout ? isRequested(payout) : false
}

/**
 * Keeps a payout whose first request was rejected, because the request may still turn up, but does not list
 * it as unfinished.
 */
function leaveUnpaid({ payouts }: PayoutContext, id: string | undefined): void {
  const payout = id === undefined ? null : payouts.read(id)
  if (payout && !payout.closed && !isRequested(payout)) {
    payouts.write({ ...payout, closed: true })
  }
}
