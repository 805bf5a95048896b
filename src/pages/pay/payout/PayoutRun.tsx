import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import { totalsOf } from '#chain/money/Amount.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { RequestError } from '#components/error/RequestError.tsx'
import { isUnanswered } from '#domain/ledger/Attempt.ts'
import type { PossibleAnswers } from '#domain/ledger/adoptAnswers.ts'
import { countRows, type FoldedStatus, payableAgain } from '#domain/ledger/foldStatus.ts'
import {
  batchRows,
  batchSize,
  lastBatches,
  openBatches,
  type Payout,
  unansweredOf,
  wasRejected,
  withRetry,
} from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { runOf, stopRun, stopWaiting } from '#domain/payout/payoutRuns.ts'
import { plural } from '#domain/shared/format.ts'
import { askingText, askingTitle, nextText } from '#pages/pay/payWords.ts'
import { BatchHint } from '#pages/pay/review/BatchHint.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { NextBatch } from './NextBatch.tsx'
import { UnansweredRequest } from './UnansweredRequest.tsx'

type Props = {
  context: PayoutContext
  payout: Payout
  states: readonly FoldedStatus[]
  /** Attempts without an answer, each with payments that may be it. */
  undecided: readonly PossibleAnswers[]
  onLook: () => void
}

/** This page's run of a payout, with the available actions: continue, stop, request again. */
export function PayoutRun(props: Props) {
  const { context, payout, states } = props
  const run = runOf(payout.id)
  if (run?.kind === 'running')
    return <Running payout={payout} stopping={run.stopping} account={context.account} />
  const [next] = openBatches(payout)
  const again = payableAgain(states)
  const isOpen = payout.attempts.some(isUnanswered)
  const last = lastBatches(payout)
  // Once its rows are in a later batch, the person has decided. The rows still show what is unknown.
  const isToDecide = unansweredOf(payout).some(({ batch, rows }) =>
    rows.some((row) => last.get(row) === batch),
  )
  const error = run?.kind === 'thrown' ? run.error : null
  // The missing answer of a run may have been found since. While it is missing, one box says so.
  const isSaid = error !== null && isUnknown(error) && (isToDecide || !isOpen)
  return (
    <>
      {error && !isSaid && <RunError error={error} payout={payout} states={states} />}
      {isToDecide && <UnansweredRequest {...props} error={isSaid ? error : null} />}
      {next !== undefined && <NextBatch context={context} payout={payout} batch={next} />}
      {next === undefined && again.length > 0 && (
        <Notice
          tone="warn"
          title={`${plural(again.length, 'One payment was', `${again.length} payments were`)} not paid. No money moved.`}
          actions={
            <Button onClick={() => context.payouts.write(withRetry(payout, again, batchSize(payout)))}>
              Try {plural(again.length, 'it', 'them')} again
            </Button>
          }
        >
          <p>This is final: {plural(again.length, 'it', 'they')} can’t go through any more.</p>
        </Notice>
      )}
    </>
  )
}

function isUnknown(error: Error): boolean {
  return findPortalError(error)?.kind === 'unknown-result'
}

/**
 * Why a run ended. If one of several payments was rejected, it says how many are paid and how many are not.
 */
function RunError({
  error,
  payout,
  states,
}: {
  error: Error
  payout: Payout
  states: readonly FoldedStatus[]
}) {
  const batch = payout.batches.findIndex((_, index) => wasRejected(payout, index))
  const isOneOfSeveral = findPortalError(error)?.kind === 'rejected' && states.length > 1 && batch >= 0
  if (!isOneOfSeveral) return <RequestError error={error} />
  const rows = payout.batches[batch]?.rows ?? []
  const which = plural(
    rows.length,
    `payment ${(rows[0] ?? 0) + 1} of ${states.length}`,
    `batch ${batch + 1} of ${payout.batches.length}`,
  )
  const counts = countRows(states)
  const paid = counts.paid + counts['paid-twice'] + counts.short
  return (
    <Notice
      tone="info"
      title={`You rejected ${which}. ${plural(rows.length, 'It was', 'They were')} not sent.`}
    >
      <p>
        {paid} of {states.length} {plural(paid, 'is', 'are')} paid
        {counts.queued > 0 && `, ${counts.queued} ${plural(counts.queued, 'is', 'are')} in the queue`}
        {counts['on-the-way'] > 0 &&
          `, ${counts['on-the-way']} ${plural(counts['on-the-way'], 'is', 'are')} on the way`}
        ; {counts['not-requested']} {plural(counts['not-requested'], 'is', 'are')} left.
      </p>
    </Notice>
  )
}

function Running({ payout, stopping, account }: { payout: Payout; stopping: boolean; account: Account }) {
  const open = unansweredOf(payout).at(-1)?.batch ?? -1
  const [next, ...later] = openBatches(payout)
  const left = next === undefined ? 0 : 1 + later.length
  if (open < 0 && left === 0) return null
  // Between two requests, this is the content of the next one.
  const batch = payout.batches[open >= 0 ? open : (next ?? -1)]
  const rows = batch ? batchRows(payout, batch) : []
  const which = payout.batches.length > 1 ? `, ${open + 1} of ${payout.batches.length}` : ''
  return (
    <Notice
      tone="info"
      title={
        open >= 0
          ? `${askingTitle(account, totalsOf(rows))}${which}`
          : factsOf(account).hasOwners
            ? 'Waiting for the last one to reach the queue…'
            : 'Waiting for the last one to be final…'
      }
      actions={
        <>
          {left > 0 && (
            <Button disabled={stopping} onClick={() => stopRun(payout.id)}>
              {stopping ? 'Stopping after this one' : 'Stop after this one'}
            </Button>
          )}
          {open >= 0 && <Button onClick={() => stopWaiting(payout.id)}>Cancel waiting</Button>}
        </>
      }
    >
      <p>{open >= 0 ? askingText(account, rows) : nextText(account, rows)}</p>
      {open >= 0 && <BatchHint account={account} />}
    </Notice>
  )
}
