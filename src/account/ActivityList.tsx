import * as Amount from '#chain/Amount.ts'
import { explorerTx } from '#chain/explorer.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import type { ActivityItem, ActivityStatus, ActivityWhat } from './Activity.ts'
import css from './ActivityList.module.css'

/** Items of a queue or a history, one line each. Suspicious transfers are collapsed and counted. */
export function ActivityList({ items, empty }: { items: readonly ActivityItem[]; empty: string }) {
  const suspicious = items.filter(isSuspicious)
  const shown = items.filter((item) => !isSuspicious(item))
  return (
    <>
      {shown.length === 0 && <p className={css.empty}>{empty}</p>}
      {shown.length > 0 && <Rows items={shown} />}
      {suspicious.length > 0 && (
        <details className={css.suspicious}>
          <summary>
            {suspicious.length} suspicious {suspicious.length === 1 ? 'transfer' : 'transfers'} hidden
          </summary>
          <p className={css.empty}>
            Unknown tokens, copies of earlier transfers and transfers of nothing. Do not pay an address
            because it stands here.
          </p>
          <Rows items={suspicious} />
        </details>
      )}
    </>
  )
}

function Rows({ items }: { items: readonly ActivityItem[] }) {
  return (
    <ul className={css.list}>
      {items.map((item) => (
        <li key={item.id} className={css.row}>
          <div className={css.what}>
            <span>
              <What what={item.what} />
            </span>
            <span className={css.meta}>
              {item.nonce !== null && <span>Nonce {item.nonce.toString()}</span>}
              {item.conflict && (
                <span className={css.conflict}>Conflict: only one of this nonce can happen</span>
              )}
              <time>{item.at === null ? 'Time unknown' : when(item.at)}</time>
              {item.hash && (
                <a href={explorerTx(item.hash)} target="_blank" rel="noopener noreferrer">
                  Explorer
                </a>
              )}
            </span>
          </div>
          <Status status={item.status} incoming={item.what.kind === 'transfer-in'} />
        </li>
      ))}
    </ul>
  )
}

function What({ what }: { what: ActivityWhat }) {
  switch (what.kind) {
    case 'transfer-out':
      return (
        <>
          <strong className={css.amount}>{Amount.format(what.amount.amount)}</strong> to{' '}
          <ShortAddress address={what.to} />
          {suspicion(what.amount.suspect)}
        </>
      )
    case 'transfer-in':
      return (
        <>
          <strong className={css.amount}>{Amount.format(what.amount.amount)}</strong> from{' '}
          <ShortAddress address={what.from} />
          {suspicion(what.amount.suspect)}
        </>
      )
    case 'batch':
      return <>{what.count === null ? 'Several calls' : `${what.count} calls`} in one transaction</>
    case 'rejection':
      return <>Rejection: uses the nonce and pays nothing</>
    case 'settings':
      return <>Change of the Safe: {what.label}</>
    case 'creation':
      return <>The Safe was created</>
    case 'other':
      return <>Other: {what.label}</>
  }
}

function suspicion(suspect: 'imitation' | 'unverified-token' | 'zero-value' | null) {
  const texts = {
    imitation: 'looks like a copy of an earlier transfer',
    'unverified-token': 'unverified token',
    'zero-value': 'moves nothing',
  }
  return suspect && <span className={css.conflict}> ({texts[suspect]})</span>
}

function Status({ status, incoming }: { status: ActivityStatus; incoming: boolean }) {
  switch (status.kind) {
    case 'awaiting-signatures':
      return <StatusText tone="wait">{`${status.have} of ${status.need} signatures`}</StatusText>
    case 'ready-to-execute':
      return <StatusText tone="wait">Ready to execute</StatusText>
    case 'pending':
      return <StatusText tone="wait">Confirming</StatusText>
    case 'success':
      return <StatusText tone="good">{incoming ? 'Received' : 'Executed'}</StatusText>
    case 'failed':
      return <StatusText tone="bad">Failed</StatusText>
    case 'cancelled':
      return <StatusText tone="none">Replaced</StatusText>
    case 'unknown':
      return <StatusText tone="warn">Not known</StatusText>
  }
}

function isSuspicious({ what }: ActivityItem): boolean {
  return (what.kind === 'transfer-in' || what.kind === 'transfer-out') && what.amount.suspect !== null
}

function when(ms: number): string {
  return new Date(ms).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
}
