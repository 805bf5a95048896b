import { Link } from 'wouter'
import type { ActivityItem, ReportedStatus } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { reportedWords } from '#domain/activity/paymentWords.ts'
import { when } from '#domain/shared/format.ts'
import { itemPath } from '#domain/shared/paths.ts'
import { late } from '#ui/late.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './ActivityList.module.css'
import { ActivityWhat } from './ActivityWhat.tsx'

// The status words are not needed on the first screen.
const JudgedStatus = late(async () => (await import('./ActivityWhat.tsx')).JudgedStatus)

/**
 * A few items of an account's list, one line each; Activity lists all of them. Suspicious items are only
 * counted.
 */
export function ActivityList(props: { account: Address; items: readonly ActivityItem[]; empty: string }) {
  const shown = props.items.filter((item) => !isSuspicious(item))
  const hidden = props.items.length - shown.length
  return (
    <>
      {shown.length === 0 && <p className={css.empty}>{props.empty}</p>}
      <ul className={css.list}>
        {shown.map((item) => (
          <Row key={item.id} account={props.account} item={item} />
        ))}
      </ul>
      {hidden > 0 && <p className={css.empty}>{hidden} suspicious transfers are not shown here.</p>}
    </>
  )
}

function Row({ account, item }: { account: Address; item: ActivityItem }) {
  const path = itemPath(account, item)
  return (
    <li className={css.row}>
      <div className={css.what}>
        <span>
          <ActivityWhat what={item.what} nonce={item.nonce} />
        </span>
        <span className={css.meta}>
          {item.nonce !== null && <span>Nonce {item.nonce.toString()}</span>}
          {item.conflict && <span className={css.conflict}>Conflict: only one of this nonce can happen</span>}
          <time>{when(item.at)}</time>
          {path && <Link href={path}>Details</Link>}
        </span>
      </div>
      <Status account={account} item={item} />
    </li>
  )
}

/** What the chain shows for an item, if it can be read; until then what its source reports. */
function Status({ account, item }: { account: Address; item: ActivityItem }) {
  const { kind } = item.status
  const reported = <ItemStatus status={item.status} />
  const isAsked = kind === 'judged' || (item.hash && (kind === 'executed' || kind === 'failed'))
  return isAsked ? <JudgedStatus account={account} item={item} waiting={reported} /> : reported
}

/** The status of an item as its source reports it. */
export function ItemStatus({ status }: { status: ReportedStatus }) {
  const { tone, words } = reportedWords(status)
  return <StatusBadge tone={tone}>{words}</StatusBadge>
}

/** What the account itself proposed is never hidden, whatever it transfers. */
function isSuspicious({ what, safeTxHash }: ActivityItem): boolean {
  if (safeTxHash) return false
  return (what.kind === 'transfer-in' || what.kind === 'transfer-out') && what.amount.suspect !== null
}
