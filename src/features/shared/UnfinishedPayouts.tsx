import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { type AnswerFound, type Left, leftOf } from '#domain/payout/Payout.ts'
import { when } from '#domain/shared/format.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { BackupReminder } from './BackupReminder.tsx'
import { ReadError } from './ReadError.tsx'
import { useAnswers, usePayoutContext, usePayouts } from './usePayouts.ts'

/** How many are listed, newest first; the page Pay lists all of them. */
const SHOWN = 3

/**
 * Unfinished payouts of an account in this browser, and requests whose outcome differs from their answer.
 * Hidden if there are none. Looks for answers while shown.
 */
export function UnfinishedPayouts({ account }: { account: Account }) {
  const context = usePayoutContext(account)
  const { payouts } = usePayouts(context)
  const answers = useAnswers(context, payouts, null)
  const unfinished = payouts.flatMap((payout) => {
    const left = leftOf(payout)
    return left.open + left.unknown > 0 ? [{ payout, left }] : []
  })
  const count = unfinished.length
  return (
    <>
      {answers.data?.map((found, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are only appended
        <Found key={index} found={found} />
      ))}
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
      {answers.error && <ReadError read={answers} />}
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

function leftWords({ open, unknown }: Left, of: number): string {
  const words = [...(unknown > 0 ? [`${unknown} unknown`] : []), ...(open > 0 ? [`${open} not sent`] : [])]
  return `${words.join(' · ')}, of ${of} ${of === 1 ? 'payment' : 'payments'}`
}
