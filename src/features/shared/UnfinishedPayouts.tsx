import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { AnswerFound } from '#domain/payout/Payout.ts'
import { leftWords, unfinishedPayouts } from '#domain/payout/payoutAttention.ts'
import { when } from '#domain/shared/format.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { BackupReminder } from './BackupReminder.tsx'
import { ReadError } from './ReadError.tsx'
import { useAnswers, usePayoutContext, usePayouts } from './usePayouts.ts'

/** How many are listed, newest first; the page Pay lists all of them. */
const SHOWN = 3

/** Requests whose outcome differs from their answer. Looks for answers while shown. */
export function PayoutAnswers({ account }: { account: Account }) {
  const context = usePayoutContext(account)
  const { payouts } = usePayouts(context)
  const answers = useAnswers(context, payouts, null)
  return (
    <>
      {answers.data?.map((found, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are only appended
        <Found key={index} found={found} />
      ))}
      {answers.error && <ReadError read={answers} />}
    </>
  )
}

/** Unfinished payouts of an account in this browser, and answers found to them. Hidden if there are none. */
export function UnfinishedPayouts({ account }: { account: Account }) {
  const { payouts } = usePayouts(usePayoutContext(account))
  const unfinished = unfinishedPayouts(payouts)
  const count = unfinished.length
  return (
    <>
      <PayoutAnswers account={account} />
      {count > 0 && (
        <Notice tone="info" title={count === 1 ? 'Unfinished payout' : `${count} unfinished payouts`}>
          <ul aria-label="Unfinished payouts">
            {unfinished.slice(0, SHOWN).map(({ payout, left }) => (
              <li key={payout.id}>
                <Link href={payoutPath(payout.id)}>
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

function Found({ found: { payout, was, rows } }: { found: AnswerFound }) {
  const what = rows === 1 ? 'A payment' : `${rows} payments`
  return (
    <Notice
      tone="warn"
      title={
        was === 'rejected'
          ? `${what} you rejected or closed ${rows === 1 ? 'was' : 'were'} submitted after all.`
          : `${what} without an answer ${rows === 1 ? 'was' : 'were'} submitted.`
      }
    >
      <p>
        Don’t pay {rows === 1 ? 'it' : 'them'} again.{' '}
        <Link href={payoutPath(payout)}>See {rows === 1 ? 'its' : 'their'} status</Link>
      </p>
    </Notice>
  )
}
