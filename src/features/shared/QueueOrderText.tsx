import type { ReactNode } from 'react'
import type { Listed } from '#account/Activity.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { queueOrder, queueOrderWords, type Turn, wholeOrderWords } from '#domain/activity/queueOrder.ts'
import { usePagedList } from './usePagedList.ts'

/** Which nonces come before a proposal and what else uses its own. Hidden until the queue was read. */
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
  listed: Listed
  children: (queue: PagedList | undefined) => ReactNode
}): ReactNode {
  return props.children(usePagedList(props.listed, 'queued').query.data)
}
