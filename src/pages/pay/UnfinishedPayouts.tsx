import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { BackupReminder } from '#components/backup/BackupReminder.tsx'
import { PayoutAnswers } from '#components/payout/PayoutAnswers.tsx'
import { usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { leftWords, unfinishedPayouts } from '#domain/payout/payoutAttention.ts'
import { payoutNameOrTotals } from '#domain/payout/payoutLabels.ts'
import { plural, when } from '#domain/shared/format.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import { Notice } from '#ui/Notice.tsx'

/** How many are listed, newest first; the page Pay lists all of them. */
const SHOWN = 3

/** Unfinished payouts of an account in this browser, and answers found to them. Hidden if there are none. */
export function UnfinishedPayouts({ account }: { account: Account }) {
  const { payouts } = usePayouts(usePayoutContext(account))
  const unfinished = unfinishedPayouts(payouts)
  const count = unfinished.length
  return (
    <>
      <PayoutAnswers account={account} />
      {count > 0 && (
        <Notice tone="info" title={plural(count, 'Unfinished payout', `${count} unfinished payouts`)}>
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
