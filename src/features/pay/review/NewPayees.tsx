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
      <dt>{found.of === 1 ? 'Payee' : 'Payees'}</dt>
      {data ? (
        <dd>
          {newWords(found.unpaid.length, found.of)}
          <span className={prose.small}>
            {` Looked at: ${isMore ? `the newest ${items.length} entries` : 'all'} of ${account.kind === 'safe' ? 'its history' : 'what this browser sent'}${made ? ' and the payments of the last seven days that were found' : ''}.`}
            {unreadable > 0 && ` ${unreadable} of them could not be read.`}
          </span>
        </dd>
      ) : (
        <dd>
          {error ? 'Whether they were paid before could not be read.' : 'Looking whom this account has paid…'}
        </dd>
      )}
    </div>
  )
}

function newWords(count: number, of: number): string {
  if (of === 1) return count === 0 ? 'Was paid before.' : 'New: nothing known was paid to it before.'
  if (count === 0) return `All ${of} payees were paid before.`
  const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them']
  return `${count} of ${of} payees ${are} new: nothing known was paid to ${them} before.`
}
