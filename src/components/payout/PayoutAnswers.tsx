import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import type { AnswerFound } from '#domain/payout/payoutRuns.ts'
import { plural } from '#domain/shared/format.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import { answersQuery } from '#queries/answers.ts'
import { Notice } from '#ui/Notice.tsx'
import { usePayoutContext, usePayouts } from './usePayouts.ts'

/** Requests whose outcome differs from their answer. Looks for answers while shown. */
export function PayoutAnswers({ account }: { account: Account }) {
  const context = usePayoutContext(account)
  const { payouts } = usePayouts(context)
  const answers = useQuery(answersQuery(context, payouts, null))
  return (
    <>
      {answers.data?.found.map((found, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are only appended
        <FoundAnswer key={index} found={found} />
      ))}
      {answers.error && <ReadError read={answers} />}
    </>
  )
}

function FoundAnswer({ found: { payout, was, rows } }: { found: AnswerFound }) {
  const what = plural(rows, 'A payment', `${rows} payments`)
  return (
    <Notice
      tone="warn"
      title={
        was === 'rejected'
          ? `${what} you rejected or closed ${plural(rows, 'was', 'were')} submitted after all.`
          : `${what} without an answer ${plural(rows, 'was', 'were')} submitted.`
      }
    >
      <p>
        Don’t pay {plural(rows, 'it', 'them')} again.{' '}
        <Link href={payoutPath(payout)}>See {plural(rows, 'its', 'their')} status</Link>
      </p>
    </Notice>
  )
}
