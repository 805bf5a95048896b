import type { ReactNode } from 'react'
import type { ActivityAmount, ActivityContent, ListedAccount } from '#account/Activity.ts'
import * as Amount from '#chain/money/Amount.ts'
import { NamedAddress } from '#components/payee/PersonName.tsx'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { rejectionWords } from '#domain/activity/paymentWords.ts'
import { queueOrder, queueOrderWords, type Turn, wholeOrderWords } from '#domain/activity/queueOrder.ts'
import { usePagedList } from '#queries/activity.ts'

/** The effect of an item, on one line. */
export function ActivityWhat({ what }: { what: ActivityContent }) {
  switch (what.kind) {
    case 'transfer-out':
      return (
        <>
          <strong translate="no" className="text-tabular">
            {Amount.format(what.amount.amount)}
          </strong>{' '}
          to <NamedAddress address={what.to} />
          <Suspicion of={what.amount} />
        </>
      )
    case 'transfer-in':
      return (
        <>
          <strong translate="no" className="text-tabular">
            {Amount.format(what.amount.amount)}
          </strong>{' '}
          from {what.from ? <NamedAddress address={what.from} /> : 'a Safe or contract'}
          <Suspicion of={what.amount} />
        </>
      )
    case 'batch':
      if (what.count === 1) return <>A payment</>
      return <>{what.count === null ? 'Several calls' : `${what.count} calls`} in one transaction</>
    case 'rejection':
      return <>{rejectionWords(null)}</>
    case 'settings':
      return <>Change of the Safe: {what.label}</>
    case 'creation':
      return <>The Safe was created</>
    case 'other':
      return <>Other: {what.label}</>
  }
}

const texts = {
  imitation: 'looks like a copy of an earlier transfer',
  'unverified-token': 'unverified token',
  'zero-value': 'moves nothing',
}

function Suspicion({ of: { suspect } }: { of: ActivityAmount }) {
  return suspect && <span className="text-warn"> ({texts[suspect]})</span>
}

/** The nonces before a proposal and the other proposals at its own nonce. Hidden until the queue was read. */
export function QueueOrderText(props: {
  queue: Pick<PagedList, 'items' | 'cursor'> | undefined
  turn: Turn
  safeTxHash: string
  /** The earlier nonces are already shown next to it. */
  isTurnSaid?: boolean
  /** It is listed with the others at its nonce, under one title. */
  isAmongRivals?: boolean
}) {
  const { queue, turn, safeTxHash, isTurnSaid = false, isAmongRivals = false } = props
  const found = queueOrder(turn, safeTxHash, queue?.items ?? [], queue?.cursor === null)
  const order = isAmongRivals ? { ...found, rivals: { ...found.rivals, others: 0 } } : found
  const words = isTurnSaid ? queueOrderWords(turn, order) : wholeOrderWords(turn, order)
  return words.map((sentence) => <p key={sentence}>{sentence}</p>)
}

/** Reads the queue for its children. Mount it only if something is waiting. */
export function WithQueue(props: {
  listed: ListedAccount
  children: (queue: PagedList | undefined) => ReactNode
}): ReactNode {
  return <>{props.children(usePagedList(props.listed, 'queued').query.data)}</>
}
