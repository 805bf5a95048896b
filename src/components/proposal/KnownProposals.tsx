import { useQueries } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import * as Amount from '#chain/money/Amount.ts'
import { isSettled, leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { NamedAddress } from '#components/payee/PersonName.tsx'
import { usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { paymentWords, unknownTexts } from '#domain/activity/paymentWords.ts'
import { submissionOf } from '#domain/ledger/Attempt.ts'
import { batchRows, type Payment, type Payout } from '#domain/payout/Payout.ts'
import { when } from '#domain/shared/format.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { attemptQuery } from '#queries/attempts.ts'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'

/** How many are tracked, newest first: each one costs a request to the host. */
const FOLLOWED = 20

/**
 * The proposals of this browser, shown while no service lists the queue: reported by the host, judged by the chain.
 * It says that entries may be missing, because a list that looks complete would be mistaken for the queue.
 */
export function KnownProposals({ account }: { account: Account }) {
  const context = usePayoutContext(account)
  const { payouts } = usePayouts(context)
  const proposals = payouts.flatMap(proposalsOf).slice(0, FOLLOWED)
  const statuses = useQueries({
    queries: proposals.map(({ attempt }) => attemptQuery(account, context.payouts.ledger, attempt)),
  })
  const waiting = proposals.flatMap((one, index) => {
    const read = statuses[index]
    const status = read?.data && leastSettled(read.data)
    return status && isSettled(status) ? [] : [{ ...one, ...waitingText(status, read?.error !== null) }]
  })
  return (
    <section className="layout-stack" aria-label="Proposals of this browser">
      <p className="text-muted">
        What other owners have proposed can’t be listed until the Safe service answers again. Check the queue
        in your Safe before you pay or sign.
      </p>
      {waiting.length === 0 ? (
        <p className="text-muted">No proposal from this browser is waiting.</p>
      ) : (
        <>
          <p className="text-muted">From this browser:</p>
          <ul className="layout-entries">
            {waiting.map(({ submission, rows, at, tone, title, text }) => (
              <li key={submission.safeTxHash}>
                <span>
                  <Proposed rows={rows} />
                  <span className="text-small">
                    <time>{when(at)}</time>{' '}
                    <Link href={proposalPath(account.address, submission.safeTxHash)}>Details</Link> {text}
                  </span>
                </span>
                <StatusBadge tone={tone}>{title}</StatusBadge>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function waitingText(status: PaymentStatus | undefined, isUnread: boolean): StatusText {
  if (status?.kind === 'unknown') return paymentWords(status, 'proposed')
  if (status) return { ...paymentWords(status, 'proposed'), text: '' }
  return isUnread
    ? { tone: 'warn', title: 'Unknown', text: unknownTexts.unread }
    : { tone: 'wait', title: 'Asking…', text: '' }
}

function proposalsOf(payout: Payout) {
  return payout.attempts.flatMap((attempt) => {
    const submission = submissionOf(attempt)
    return submission?.kind === 'proposed'
      ? [{ attempt, submission, at: attempt.at, rows: batchRows(payout, attempt) }]
      : []
  })
}

function Proposed({ rows }: { rows: readonly Payment[] }) {
  const [only] = rows
  if (!only || rows.length > 1) return <>{rows.length} calls in one transaction</>
  return (
    <>
      <strong translate="no" className="text-tabular">
        {Amount.format(only.amount)}
      </strong>{' '}
      to <NamedAddress address={only.payee} />
    </>
  )
}
