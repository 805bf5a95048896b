import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import { activityKey } from '#account/activityQueries.ts'
import * as Amount from '#chain/money/Amount.ts'
import { isUnanswered, type Payout } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { totalsOf } from '#domain/payout/paymentDraft.ts'
import { statusQuery } from '#domain/payout/paymentQueries.ts'
import { paidPlaces } from '#domain/payout/rowReceipts.ts'
import { paymentStatusOf, rowStatuses } from '#domain/payout/rowStatus.ts'
import { PaymentFacts } from '#features/pay/one/PaymentForm.tsx'
import { PaymentRows } from '#features/pay/review/PaymentRows.tsx'
import { FingerprintText } from '#features/shared/FingerprintText.tsx'
import { ReadError } from '#features/shared/ReadError.tsx'
import { useAnswers, usePayout, usePayoutContext } from '#features/shared/usePayouts.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import prose from '#ui/layout/prose.module.css'
import { Notice } from '#ui/Notice.tsx'
import { PayoutBatches, PayoutStatus } from './PayoutBatches.tsx'
import { PayoutFiles, RowReceipt } from './PayoutFiles.tsx'
import { MismatchStop, Skipped } from './PayoutNotices.tsx'
import { PayoutRun } from './PayoutRun.tsx'

/**
 * A payout and the state of each row, updated until nothing more will change. Only a final block counts as
 * "Paid".
 */
export function PayoutPage({ account, id }: { account: Account; id: string }) {
  const context = usePayoutContext(account)
  const { payout, run } = usePayout(context, id)
  if (!payout) {
    return (
      <Notice tone="warn" title="This payout isn’t saved in this browser.">
        <p>
          It belongs to another address, or was deleted. Activity shows what this address paid and queued.
        </p>
        <Actions>
          <Link className="button" href="/activity">
            Activity
          </Link>
          <Link className="button" href="/pay">
            New payment
          </Link>
        </Actions>
      </Notice>
    )
  }
  return <Known context={context} payout={payout} isRunning={run?.kind === 'running'} />
}

function Known({
  context,
  payout,
  isRunning,
}: {
  context: PayoutContext
  payout: Payout
  isRunning: boolean
}) {
  const { account } = context
  const [, navigate] = useLocation()
  const answers = useAnswers(context, [payout], payout.id)
  const asked = payout.batches.flatMap(({ attempt }, batch) =>
    attempt?.submission ? [{ batch, submission: attempt.submission }] : [],
  )
  const read = useQueries({ queries: asked.map(({ submission }) => statusQuery(account, submission)) })
  const statuses = new Map(asked.map(({ batch }, index) => [batch, read[index]?.data]))
  useRefreshActivity(account, read.map(({ data }) => data?.map(({ kind }) => kind).join()).join(';'))
  const asking = isRunning ? payout.batches.findLastIndex(isUnanswered) : -1
  const states = rowStatuses(payout, (batch) => statuses.get(batch), asking < 0 ? null : asking)
  const differences = states.flatMap((state) => {
    const status = paymentStatusOf(state)
    return status?.kind === 'mismatch' ? status.differences : []
  })
  if (differences.length > 0) return <MismatchStop differences={[...new Set(differences)]} />
  const failing = read.find(({ error }) => error)
  const { rows, batches } = payout
  const single = rows.length === 1
  const places = paidPlaces(states)
  const receipt = (place: number) => {
    const state = states[place]
    const status = state ? paymentStatusOf(state) : null
    const its = status?.kind === 'paid' && places.get(status.hash)
    return its && <RowReceipt payout={payout} place={place} hash={status.hash} places={its} />
  }
  const shown = { listed: account, payout, statuses, asking: asking < 0 ? null : asking }
  return (
    <>
      <PayoutStatus {...shown} states={states} />
      <Card title={single ? 'Payment' : `Payout of ${rows.length} payments`} arriving>
        {single ? (
          <PaymentFacts payments={rows} />
        ) : (
          <>
            <p className={prose.amount}>{totalsOf(rows).map(Amount.format).join(' and ')}</p>
            <Skipped paid={rows.length} skipped={payout.skipped} />
            <FingerprintText
              account={account.address}
              transfers={rows.map(({ payee, amount }) => ({
                token: amount.token.address,
                to: payee,
                value: amount.value,
              }))}
            />
          </>
        )}
        <PayoutBatches {...shown} />
        {failing && <ReadError read={failing} />}
        {answers.error && <ReadError read={answers} />}
        <PayoutRun context={context} payout={payout} states={states} onLook={() => void answers.refetch()} />
        <Actions>
          <Button onClick={() => navigate('/pay')}>New payment</Button>
          <Link className="button" href="/activity">
            Activity
          </Link>
          {single && receipt(0)}
        </Actions>
      </Card>
      {!single && (
        <Card title="Payments">
          <PaymentRows label="Payments" payments={rows} states={states} beside={receipt} />
        </Card>
      )}
      {batches.length > 0 && <PayoutFiles payout={payout} states={states} />}
    </>
  )
}

/** Refreshes Activity, because its data changed too. */
function useRefreshActivity(account: Account, kinds: string): void {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the kinds change when a status does
  useEffect(() => {
    void client.invalidateQueries({ queryKey: activityKey(account) })
  }, [client, account, kinds])
}
