import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { BackupReminder } from '#components/backup/BackupReminder.tsx'
import { PayoutAnswers } from '#components/payout/PayoutAnswers.tsx'
import { useLedger, usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { isUnanswered } from '#domain/ledger/Attempt.ts'
import { leftWords, unfinishedPayouts } from '#domain/payout/payoutAttention.ts'
import { payoutNameOrTotals } from '#domain/payout/payoutLabels.ts'
import { plural, when } from '#domain/shared/format.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { whereAsked } from './payWords.ts'

/** How many are listed, newest first; the page Pay lists all of them. */
const SHOWN = 3

/**
 * Unfinished payouts of an account in this browser, and answers found to them. Hidden if there are none.
 * @param props.hasStopped the person stopped waiting for the last request: said here until it is answered, found or
 * forgotten
 */
export function UnfinishedPayouts(props: { account: Account; hasStopped?: boolean }) {
  const { account } = props
  const context = usePayoutContext(account)
  const { payouts } = usePayouts(context)
  const { attempts } = useLedger(context)
  const unfinished = unfinishedPayouts(payouts)
  const count = unfinished.length
  const where = whereAsked(account)
  const isOpen = props.hasStopped && attempts.some(isUnanswered)
  return (
    <>
      <PayoutAnswers account={account} />
      {(isOpen || count > 0) && (
        <Notice
          tone={isOpen ? 'warn' : 'info'}
          title={
            isOpen
              ? `You stopped waiting. The request may still be open in ${where}.`
              : plural(count, 'Unfinished payout', `${count} unfinished payouts`)
          }
        >
          {isOpen && (
            <p>
              {where === 'your Safe'
                ? 'Reject it there first, or take it out of the Safe’s batch. Until then this payment can still go through.'
                : 'Reject it there first, or this payment can still go through.'}{' '}
              Check Activity before paying again.
            </p>
          )}
          <ul aria-label="Unfinished payouts">
            {unfinished.slice(0, SHOWN).map(({ payout, left }) => (
              <li key={payout.id}>
                <Link href={payoutPath(payout.id)}>
                  <bdi>{payoutNameOrTotals(payout)}</bdi>
                  {' · '}
                  {when(payout.createdAt)} · {leftWords(left, payout.rows.length)}
                </Link>
              </li>
            ))}
          </ul>
          {count > SHOWN && <p>and {count - SHOWN} more</p>}
        </Notice>
      )}
      <BackupReminder />
    </>
  )
}
