import type { Account, RecentPayments } from '#account/Account.ts'
import type { ActivityItem } from '#account/Activity.ts'
import type { ReviewedPayment } from '#domain/payout/paymentDraft.ts'
import { useBatchContents } from '#features/shared/useIncoming.ts'
import { usePagedList } from '#features/shared/usePagedList.ts'
import prose from '#ui/layout/prose.module.css'
import { newPayees } from './newPayees.ts'

const nothing: readonly ActivityItem[] = []

/** How many payees this account has never paid, as far as is known, and what was checked. */
export function NewPayees(props: {
  account: Account
  payments: readonly ReviewedPayment[]
  made: RecentPayments | undefined
}) {
  const { account, payments, made } = props
  const { data, error } = usePagedList(account, 'history').query
  const items = data?.items ?? nothing
  const contents = useBatchContents(account, items)
  const seen = { kind: account.kind, items, contents, made }
  const found = newPayees(
    payments.map(({ payee }) => payee),
    seen,
  )
  const isMore = data !== undefined && (data.cursor !== null || data.cut)
  const unreadable = (data?.unreadable.head ?? 0) + (data?.unreadable.rest ?? 0) + found.unread
  return (
    <div>
      <dt>{found.of === 1 ? 'Recipient' : 'Recipients'}</dt>
      {data ? (
        <dd>
          {newWords(found.unpaid.length, found.of)}
          <span className={prose.small}>
            {` Checked: ${isMore ? `the newest ${items.length} entries of ` : ''}${account.kind === 'safe' ? 'the Safe’s history' : 'this browser'}${made ? ', and payments we found in the last 7 days' : ''}.`}
            {unreadable > 0 && ` ${unreadable} of them can’t be read.`}
          </span>
        </dd>
      ) : (
        <dd>{error ? 'We couldn’t check who was paid before.' : 'Checking who was paid before…'}</dd>
      )}
    </div>
  )
}

function newWords(count: number, of: number): string {
  if (of === 1) return count === 0 ? 'Paid before.' : 'New recipient: no earlier payment found.'
  if (count === 0) return `All ${of} recipients were paid before.`
  return `${count} of ${of} recipients ${count === 1 ? 'is' : 'are'} new: no earlier payment found.`
}
