import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { ActivityItem } from '#account/Activity.ts'
import { totalsOf } from '#chain/money/Amount.ts'
import { countWords, payoutWords } from '#components/payout/rowWords.ts'
import { usePayout, usePayoutContext, usePayoutStatuses } from '#components/payout/usePayouts.ts'
import { countRows, type FoldedStatus, foldStatuses } from '#domain/ledger/foldStatus.ts'
import { type Payout, payoutName } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { count, timeOfDay, whenInList } from '#domain/shared/format.ts'
import { payoutPath } from '#domain/shared/paths.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { Disc, Row } from '#ui/content/Rows.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { ActivityRow, Amounts } from './ActivityRow.tsx'
import css from './PayoutGroup.module.css'

type GroupProps = {
  account: Account
  /** Its items in the list, newest first. */
  items: readonly ActivityItem[]
  isOpen: boolean
  onToggle: () => void
  /** In ms. Without it the row is under the heading of its day, and shows the time of day only. */
  now?: number
}

/** The payments of one payout that a wallet sent one by one, as one row that opens to them. */
export function PayoutGroup({ id, ...group }: GroupProps & { id: string }): ReactNode {
  const context = usePayoutContext(group.account)
  const { payout } = usePayout(context, id)
  return payout && <Group {...group} context={context} payout={payout} />
}

function Group(props: GroupProps & { context: PayoutContext; payout: Payout }) {
  const { account, items, isOpen, onToggle, payout, now } = props
  const states = useGroupStatuses(props.context, payout, items)
  const name = payoutName(payout)
  const asked = payout.rows.filter((_, place) => states[place]?.status.kind !== 'not-requested')
  const { tone, title } = groupWords(states)
  const all = count(payout.rows.length, 'payment')
  const at = items[0]?.at ?? null
  return (
    <>
      <Row
        toggle={{ isOpen, onToggle }}
        mark={<Disc icon="layers" tone={tone === 'bad' ? 'bad' : 'none'} />}
        title={name ? <bdi>{name}</bdi> : `Payout of ${all}`}
        sub={
          <>
            <time>{now === undefined ? timeOfDay(at) : whenInList(at, now)}</time>
            {asked.length < payout.rows.length ? (
              <span>
                {asked.length} of {all}
              </span>
            ) : (
              name && <span>{all}</span>
            )}
          </>
        }
        status={<StatusBadge tone={tone}>{title}</StatusBadge>}
        end={<Amounts of={totalsOf(asked)} />}
      />
      {isOpen && (
        <div className={css.rows}>
          <ul aria-label={name ? `Payments of ${name}` : 'Payments of this payout'}>
            {items.map((item) => (
              <li key={item.id}>
                <ActivityRow listed={account} item={item} />
              </li>
            ))}
          </ul>
          <p className="layout-foot text-fine">
            {items.length < payout.attempts.length && `${items.length} shown. `}
            <Link href={payoutPath(payout.id)}>Open the payout</Link>
          </p>
        </div>
      )}
    </>
  )
}

/**
 * The status of each payment of the payout, by the same judge as its rows: the items in the list are judged already, and
 * only the attempts that are not in it are read.
 */
function useGroupStatuses(
  context: PayoutContext,
  payout: Payout,
  items: readonly ActivityItem[],
): readonly FoldedStatus[] {
  const judged = new Map(
    items.flatMap(({ id, status }) => (status.kind === 'judged' ? [[id, status.status] as const] : [])),
  )
  const inList = ({ id, calls }: Payout['attempts'][number]) =>
    calls.length === 1 ? judged.get(id) : undefined
  const rest = { ...payout, attempts: payout.attempts.filter((attempt) => !inList(attempt)) }
  const { shownOf } = usePayoutStatuses(context, [rest])
  return foldStatuses(payout, (attempt) => {
    const status = inList(attempt)
    return status ? [status] : shownOf(attempt)
  })
}

/** `All paid` only if every payment is; otherwise the number in each state. */
function groupWords(states: readonly FoldedStatus[]): Pick<StatusText, 'tone' | 'title'> {
  if (states.some(({ status }) => status.kind === 'reading')) return { tone: 'wait', title: 'Checking' }
  const counts = countRows(states)
  const { tone, title } = payoutWords(states)
  const isMixed = Object.values(counts).filter((rows) => rows > 0).length > 1
  return { tone, title: isMixed ? countWords(counts) : title }
}
