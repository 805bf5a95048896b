import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ActivityItem, Listed } from '#account/Activity.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { readChain } from '#chain/rpc/readChain.ts'
import { readExecutedContent } from '#safe/proposal/executedTx.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'

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
