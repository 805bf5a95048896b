import type { ReactNode } from 'react'
import type { ListedAccount } from '#account/Activity.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { queueOrder, queueOrderWords, type Turn, wholeOrderWords } from '#domain/activity/queueOrder.ts'
import { usePagedList } from '#queries/activity.ts'

/** The nonces before a proposal and the other proposals at its own nonce. Hidden until the queue was read. */
export function QueueOrderText(props: {
  queue: Pick<PagedList, 'items' | 'cursor'> | undefined
  turn: Turn
  safeTxHash: string
  /** It is listed with the others at its nonce, under one title. Elsewhere the earlier nonces are shown next to it. */
  isAmongRivals?: boolean
}) {
  const { queue, turn, safeTxHash, isAmongRivals } = props
  const order = queueOrder(turn, safeTxHash, queue?.items ?? [], queue?.cursor === null)
  const words = isAmongRivals
    ? wholeOrderWords(turn, { ...order, rivals: { ...order.rivals, others: 0 } })
    : queueOrderWords(turn, order)
  return words.map((sentence) => <p key={sentence}>{sentence}</p>)
}

/** Reads the queue for its children. Mount it only if something is waiting. */
export function WithQueue(props: {
  listed: ListedAccount
  children: (queue: PagedList | undefined) => ReactNode
}): ReactNode {
  return <>{props.children(usePagedList(props.listed, 'queued').query.data)}</>
}
