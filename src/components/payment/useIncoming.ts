import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { zeroAddress } from 'viem'
import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { scanRpc } from '#chain/rpc/bscRpc.ts'
import { type IncomingWatch, watchIncoming } from '#domain/activity/incoming.ts'
import { executedContentQuery, incomingQuery } from '#queries/activity.ts'
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

/**
 * Payments received by an account, as reported by public nodes. Polls while the page is visible and
 * `enabled`.
 */
export function useIncoming(account: Address, enabled = true) {
  const watch = watchOf(account)
  const incoming = useSyncExternalStore(watch.subscribe, watch.get)
  const query = useQuery({ ...incomingQuery(account, watch), enabled })
  return { incoming, query, watch }
}
