import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import { factsOf } from '#account/facts.ts'
import { asItem, type Received, receivedItems, type Suspicion } from '#domain/activity/historyLines.ts'
import { blockTimeQuery } from '#queries/activity.ts'
import { useIncoming } from './useIncoming.ts'

/** How many received payments get the time of their block; older ones are listed with unknown times. */
const TIMED = 100

/** A line of a list: a sent payment or another event, or a received payment. */
export type Entry = { readonly item: ActivityItem; readonly isReceived: boolean }

/**
 * The payments that a wallet received, newest first, with the times of their blocks, and those that are hidden
 * because somebody may have planted them.
 * @param sent the payments that the account sent from this browser
 */
export function useReceived(listed: ListedAccount, sent: readonly ActivityItem[]) {
  const { incoming, query, watch } = useIncoming(listed.address, !factsOf(listed).isListed)
  const items = useMemo(() => {
    const paid = sent.flatMap(({ what }) => (what.kind === 'transfer-out' ? [what.to] : []))
    return receivedItems(incoming, listed.address, paid)
  }, [incoming, listed.address, sent])
  const blocks = [...new Set(items.slice(0, TIMED).map(({ block }) => block))]
  const times = useQueries({ queries: blocks.map(blockTimeQuery) })
  const timeOf = new Map(blocks.map((block, index) => [block, times[index]?.data ?? null]))
  const withTime = (one: Received) => asItem(one, timeOf.get(one.block) ?? null)
  return {
    incoming,
    query,
    watch,
    shown: items.filter(({ suspicion }) => suspicion === null).map(withTime),
    hidden: items.filter(({ suspicion }) => suspicion !== null).map(withTime),
    reasons: new Map<string, Suspicion>(
      items.flatMap((one) => (one.suspicion ? [[one.id, one.suspicion]] : [])),
    ),
  }
}

/** Two lists, each newest first, as one. A received payment whose time is unknown stays beside its neighbours. */
export function mergedByTime(
  sent: readonly ActivityItem[],
  received: readonly ActivityItem[],
): readonly Entry[] {
  const entries: Entry[] = []
  const rest = [...sent]
  let time = Number.POSITIVE_INFINITY
  for (const item of received) {
    time = item.at ?? time
    while (rest[0] && (rest[0].at ?? 0) > time)
      entries.push({ item: rest.shift() as ActivityItem, isReceived: false })
    entries.push({ item, isReceived: true })
  }
  return [...entries, ...rest.map((item) => ({ item, isReceived: false }))]
}
