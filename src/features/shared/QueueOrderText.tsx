import type { ReactNode } from 'react'
import type { Listed } from '#account/Activity.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { queueOrder, queueOrderWords, type Turn, wholeOrderWords } from '#domain/activity/queueOrder.ts'
import { usePagedList } from './usePagedList.ts'

/** Which nonces come before a proposal and what else wants its own. Nothing before the queue was read. */
export function QueueOrderText(props: {
  queue: Pick<PagedList, 'items' | 'cursor'> | undefined
  turn: Turn
  safeTxHash: string
  /** The nonces that come first are named beside it already. */
  isTurnSaid?: boolean
  /** It stands among the others at its nonce, under one title. */
  isAmongRivals?: boolean
}) {
  const { queue, turn, safeTxHash, isTurnSaid = false, isAmongRivals = false } = props
  const found = queueOrder(turn, safeTxHash, queue?.items ?? [], queue?.cursor === null)
  const order = isAmongRivals ? { ...found, rivals: { ...found.rivals, others: 0 } } : found
  const words = isTurnSaid ? queueOrderWords(turn, order) : wholeOrderWords(turn, order)
  return words.map((sentence) => <p key={sentence}>{sentence}</p>)
}

/** Reads the queue for what stands below: only mounted where something waits in it. */
export function WithQueue(props: {
  listed: Listed
  children: (queue: PagedList | undefined) => ReactNode
}): ReactNode {
  return props.children(usePagedList(props.listed, 'queued').query.data)
}
