import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { zeroAddress } from 'viem'
import type { ActivityItem, Listed } from '#account/Activity.ts'
import { polling } from '#account/polling.ts'
import type { Address } from '#chain/money/Address.ts'
import { bscRpc, scanRpc } from '#chain/rpc/bscRpc.ts'
import { readChain } from '#chain/rpc/readChain.ts'
import { type IncomingWatch, watchIncoming } from '#domain/activity/incoming.ts'
import { readExecutedContent } from '#safe/proposal/executedTx.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'

/** Stands where no account is known: its lists are empty and nothing is asked. */
export const noLists: Listed = {
  kind: 'eoa',
  address: zeroAddress,
  activity: {
    queued: null,
    history: () => Promise.resolve({ items: [], cursor: null, unreadable: 0, source: '' }),
    coverage: '',
    proposal: null,
  },
}

/** So many batches are looked into; older ones show their number of calls only. */
const MAX_BATCHES = 100

/** What the executed batches of a Safe did, read from the chain, by item id. */
export function useBatchContents(
  { address }: Listed,
  items: readonly ActivityItem[],
): ReadonlyMap<string, ProposalContent> {
  const batches = items
    .flatMap((item) => (item.hash && item.what.kind === 'batch' ? [{ id: item.id, hash: item.hash }] : []))
    .slice(0, MAX_BATCHES)
  const results = useQueries({
    queries: batches.map(({ hash }) => ({
      queryKey: ['executed', 56, address, hash],
      queryFn: () => readChain(() => readExecutedContent(bscRpc, address, hash)),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const found = results.map(({ data }) => data ?? null)
  const key = batches.map(({ id }, index) => `${id}${found[index] ? 1 : 0}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was executed never changes, so the key says all
  return useMemo(
    () => new Map(batches.flatMap(({ id }, index) => (found[index] ? [[id, found[index]] as const] : []))),
    [key],
  )
}

/** One for each account, for as long as the page lives: coverage that was read once is not read again. */
const watches = new Map<Address, IncomingWatch>()

function watchOf(account: Address): IncomingWatch {
  const known = watches.get(account)
  if (known) return known
  const started = watchIncoming(scanRpc, account)
  watches.set(account, started)
  return started
}

/** What came to an account, as far as public nodes show it. Polls while the page is visible and `enabled`. */
export function useIncoming(account: Address, enabled = true) {
  const watch = watchOf(account)
  const incoming = useSyncExternalStore(watch.subscribe, watch.get)
  const query = useQuery({
    queryKey: ['incoming', 56, account],
    queryFn: () => readChain(async () => (await watch.refresh()).tokens?.to.toString() ?? null),
    refetchInterval: polling(15_000),
    enabled,
  })
  return { incoming, query, watch }
}
