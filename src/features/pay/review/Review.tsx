import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import type { Account } from '#account/Account.ts'
import { activityKey } from '#account/activityQueries.ts'
import { explorerAddress } from '#chain/explorer.ts'
import { transfersOf } from '#chain/money/Call.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { type Payout, planPayout } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { type ReviewedPayment, totalsOf } from '#domain/payout/paymentDraft.ts'
import { payoutVersion, startRun, stopWaiting } from '#domain/payout/payoutRuns.ts'
import { askingText, askingTitle, beforeAsking, signersWords, sumText } from '#features/pay/payers.ts'
import { NoOwnerNotice, Skipped } from '#features/pay/payout/PayoutNotices.tsx'
import { errorText } from '#features/shared/errorText.ts'
import { FingerprintText } from '#features/shared/FingerprintText.tsx'
import { ReadError } from '#features/shared/ReadError.tsx'
import { usePayoutContext } from '#features/shared/usePayouts.ts'
import { SwitchNetwork } from '#features/shared/WrongNetwork.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { PaymentFacts } from '../one/PaymentForm.tsx'
import { BalancesAfter, fundsQuery, fundsText } from './BalancesAfter.tsx'
import { BatchChoice, useBatching } from './BatchChoice.tsx'
import { ConsentNotices } from './ConsentNotices.tsx'
import { NetworkFee } from './NetworkFee.tsx'
import { NewPayees } from './NewPayees.tsx'
import { Simulation } from './Simulation.tsx'
import { useConsent } from './useConsent.ts'

/**
 * The whole payment with the results of the chain checks, and the button that sends the request to the wallet
 * or Safe.
 */
export function Review(props: {
  account: Account
  payments: readonly ReviewedPayment[]
  skipped: Payout['skipped']
  blocked: boolean
  onBack: () => void
  /** Continues without the payments at these positions, which were already made or requested. */
  onLeaveOut: (places: ReadonlySet<number>) => void
  /** The person no longer wants to wait for the wallet or the Safe. A later answer is still followed. */
  onStopWaiting: () => void
  /** The first batch was requested and answered. */
  onSubmitted: (id: string) => void
}) {
  const { account, payments, skipped } = props
  const client = useQueryClient()
  const context = usePayoutContext(account)
  const totals = totalsOf(payments)
  const batching = useBatching(account, payments.length)
  const { limit } = batching
  const parts = Math.ceil(payments.length / limit)
  const funds = useQuery(fundsQuery(account, totals, parts))
  const consent = useConsent(context, payments)
  const kept = useRef<{ readonly id: string; readonly limit: number } | null>(null)
  const submit = useMutation({
    mutationFn: async () => {
      if (kept.current?.limit !== limit) leaveUnpaid(context, kept.current?.id)
      const isKept = kept.current?.limit === limit && context.payouts.read(kept.current.id) !== null
      const id =
        isKept && kept.current
          ? kept.current.id
          : context.payouts.write(planPayout(account, payments, limit, context.now(), skipped)).id
      kept.current = { id, limit }
      try {
        const end = await startRun(context, id, consent.consent)
        if (end?.kind !== 'found') return id
        await consent.before.refetch()
        return null
      } finally {
        // Nothing was requested, so nothing must be kept. A rejected request may still turn up.
        const parts = context.payouts.read(id)?.batches
        if (parts?.every(({ attempt, rejected }) => attempt === null && rejected === null))
          context.payouts.remove(id)
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: activityKey(account) }),
  })
  useSyncExternalStore(payoutVersion.subscribe, payoutVersion.get)
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
    consent.ready
  const several = payments.length > 1
  // Not called once the review was left: the payment is then listed among the unfinished ones.
  const pay = () => submit.mutate(undefined, { onSuccess: (id) => id !== null && props.onSubmitted(id) })
  return (
    <Card title="Review" arriving>
      <Skipped paid={payments.length} skipped={skipped} />
      <PaymentFacts payments={payments} />
      <Facts>
        <div>
          <dt>{account.kind === 'safe' ? 'From your Safe' : 'From your wallet'}</dt>
          <dd>
            <WholeAddress address={account.address} explorer={explorerAddress(account.address)} />
          </dd>
        </div>
        {account.proposer && (
          <div>
            <dt>Signatures</dt>
            <dd>{signersWords(account)}</dd>
          </div>
        )}
        <NewPayees account={account} payments={payments} made={consent.before.data?.made ?? undefined} />
        <NetworkFee account={account} calls={consent.calls} limit={limit} />
      </Facts>
      {several && (
        <>
          <BalancesAfter
            address={account.address}
            totals={totals}
            made={consent.before.data?.made ?? undefined}
          />
          <FingerprintText account={account.address} transfers={transfersOf(consent.calls)} />
          {account.kind === 'eoa' && <BatchChoice batching={batching} count={payments.length} />}
        </>
      )}
      <ReadError read={funds} />
      {funds.isPending && <Skeleton lines={1} label="Checking balance and token" />}
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
      {funds.data === null && <p role="status">Balance and token checked. You check the address.</p>}
      {account.kind === 'safe' && several && (
        <Simulation safe={account.address} calls={consent.calls} limit={limit} />
      )}
      {account.kind === 'safe' && !account.proposer && !submit.isPending && (
        <p>{beforeAsking(account, payments)}</p>
      )}
      {!submit.isPending && (
        // While the person is deciding, a match is the request itself.
        <ConsentNotices
          consent={consent}
          isReportedAlready={funds.error !== null}
          {...(several && { onLeaveOut: props.onLeaveOut })}
        />
      )}
      {submit.error && <SubmitError error={submit.error} />}
      {submit.isPending && !isAsked && <p role="status">Checking once more that this wasn’t paid before…</p>}
      {isAsked && (
        <Notice tone="info" title={askingTitle(account, totals)}>
          <p>{askingText(account, payments)}</p>
        </Notice>
      )}
      <NoOwnerNotice account={account} />
      <Actions>
        <Button primary disabled={!ready || submit.isPending} onClick={pay}>
          {`${verb} ${sumText(payments)}${parts === 1 ? '' : limit === 1 ? ', one by one' : ` in ${parts} batches`}`}
        </Button>
        <SwitchNetwork />
        {submit.isPending ? (
          <Button
            onClick={() => {
              if (kept.current) stopWaiting(kept.current.id)
              // Before that, the run ends by itself and reports that nothing was requested.
              if (isAsked) props.onStopWaiting()
            }}
          >
            {isAsked ? 'Cancel waiting' : 'Cancel'}
          </Button>
        ) : (
          <Button
            onClick={() => {
              leaveUnpaid(context, kept.current?.id)
              props.onBack()
            }}
          >
            Back
          </Button>
        )}
      </Actions>
    </Card>
  )
}

/** Until then the wallet or Safe has received nothing: earlier payments are still being read. */
function wasAsked({ payouts }: PayoutContext, id: string | undefined): boolean {
  const payout = id === undefined ? null : payouts.read(id)
  return payout?.batches.some(({ attempt }) => attempt !== null) ?? false
}

/**
 * Keeps a payout whose first request was rejected, because the request may still turn up, but does not list
 * it as unfinished.
 */
function leaveUnpaid({ payouts }: PayoutContext, id: string | undefined): void {
  const payout = id === undefined ? null : payouts.read(id)
  if (payout && !payout.closed && payout.batches.every(({ attempt }) => attempt === null)) {
    payouts.write({ ...payout, closed: true })
  }
}

/** A rejection is an outcome and is shown as one; everything else is an error. */
export function SubmitError({ error }: { error: Error }) {
  const text = errorText(error)
  if (findPortalError(error)?.kind !== 'rejected') return <ErrorNotice {...text} />
  return (
    <Notice tone="info" title={text.what}>
      <p>
        {text.money} {text.todo}
      </p>
    </Notice>
  )
}
