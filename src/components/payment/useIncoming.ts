import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { zeroAddress } from 'viem'
import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import { scanRpc } from '#chain/rpc/bscRpc.ts'
import { asItem, type Received, receivedItems, type Suspicion } from '#domain/activity/historyLines.ts'
import { type IncomingWatch, watchIncoming } from '#domain/activity/incoming.ts'
import { blockTimeQuery, executedContentQuery, incomingQuery } from '#queries/activity.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'

/** Empty lists, used before an account connects. */
export const noLists: ListedAccount = {
  kind: 'eoa',
  address: zeroAddress,
  activity: {
    queued: null,
    history: () => Promise.resolve({ items: [], cursor: null, unreadable: 0, source: '' }),
    coverage: '',
    proposal: null,
  },
}

/** How many batches are decoded; older ones show only their number of calls. */
const MAX_BATCHES = 100

/** The contents of a Safe's executed batches, read from the chain, by item id. */
export function useBatchContents(
  { address }: ListedAccount,
  items: readonly ActivityItem[],
): ReadonlyMap<string, ProposalContent> {
  const batches = items
    .flatMap(({ id, hash, what }) => (hash && what.kind === 'batch' && !what.payments ? [{ id, hash }] : []))
    .slice(0, MAX_BATCHES)
  const results = useQueries({
    queries: batches.map(({ hash }) => executedContentQuery(address, hash)),
  })
  const found = results.map(({ data }) => data ?? null)
  const key = batches.map(({ id }, index) => `${id}${found[index] ? 1 : 0}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: executed content never changes, so the key identifies it
  return useMemo(
    () => new Map(batches.flatMap(({ id }, index) => (found[index] ? [[id, found[index]] as const] : []))),
    [key],
  )
}

/** One per account while the page is open, so that coverage is not read twice. */
const watches = new Map<Address, IncomingWatch>()

function watchOf(account: Address): IncomingWatch {
  const known = watches.get(account)
  if (known) return known
  const started = watchIncoming(scanRpc, account)
  watches.set(account, started)
  return started
}

/** Payments received by an account, as reported by public nodes. Polls while the page is visible and `enabled`. */
export function useIncoming(account: Address, enabled = true) {
  const watch = watchOf(account)
  const incoming = useSyncExternalStore(watch.subscribe, watch.get)
  const query = useQuery({ ...incomingQuery(account, watch), enabled })
  return { incoming, query, watch }
}

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
  const timeOf = new Map(blocks.map((block, index) => [block, times[index]]))
  const withTime = (one: Received): ActivityItem => {
    const time = timeOf.get(one.block)
    return { ...asItem(one, time?.data ?? null), isDating: time?.isLoading ?? false }
  }
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
