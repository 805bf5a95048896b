import { Link } from 'wouter'
import type { Address } from '#chain/Address.ts'
import { StatusText } from '#ui/StatusText.tsx'
import type { ActivityItem, ActivityStatus } from './Activity.ts'
import css from './ActivityList.module.css'
import { ActivityWhat, when } from './ActivityWhat.tsx'
import { itemPath } from './paths.ts'

/** A few items of an account's list, one line each; Activity has all of them. What is suspicious is only counted. */
export function ActivityList(props: { account: Address; items: readonly ActivityItem[]; empty: string }) {
  const shown = props.items.filter((item) => !isSuspicious(item))
  const hidden = props.items.length - shown.length
  return (
    <>
      {shown.length === 0 && <p className={css.empty}>{props.empty}</p>}
      <ul className={css.list}>
        {shown.map((item) => (
          <Row key={item.id} item={item} path={itemPath(props.account, item)} />
        ))}
      </ul>
      {hidden > 0 && <p className={css.empty}>{hidden} suspicious transfers are not shown here.</p>}
    </>
  )
}

function Row({ item, path }: { item: ActivityItem; path: string | null }) {
  return (
    <li className={css.row}>
      <div className={css.what}>
        <span>
          <ActivityWhat what={item.what} />
        </span>
        <span className={css.meta}>
          {item.nonce !== null && <span>Nonce {item.nonce.toString()}</span>}
          {item.conflict && <span className={css.conflict}>Conflict: only one of this nonce can happen</span>}
          <time>{when(item.at)}</time>
          {path && <Link href={path}>Details</Link>}
        </span>
      </div>
      <ItemStatus status={item.status} />
    </li>
  )
}

/** Where an item stands, as its source tells it. */
export function ItemStatus({ status }: { status: ActivityStatus }) {
  const { tone, words } = toldWords(status)
  return <StatusText tone={tone}>{words}</StatusText>
}

/** The same in words, with what they mean. */
export function toldWords(status: ActivityStatus) {
  switch (status.kind) {
    case 'awaiting-signatures':
      return { tone: 'wait', words: `${status.have} of ${status.need} signatures` } as const
    case 'ready-to-execute':
      return { tone: 'wait', words: 'Ready to execute' } as const
    case 'pending':
      return { tone: 'wait', words: 'Processing' } as const
    case 'success':
      return { tone: 'good', words: 'Paid' } as const
    case 'failed':
      return { tone: 'bad', words: 'Failed' } as const
    case 'cancelled':
      return { tone: 'none', words: 'Replaced' } as const
    case 'unknown':
      return { tone: 'warn', words: 'Not known' } as const
  }
}

/** What the account itself proposed is never hidden, whatever it moves. */
function isSuspicious({ what, safeTxHash }: ActivityItem): boolean {
  if (safeTxHash) return false
  return (what.kind === 'transfer-in' || what.kind === 'transfer-out') && what.amount.suspect !== null
}
