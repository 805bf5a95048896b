import { queryOptions } from '@tanstack/react-query'
import { getBlockTime } from '#chain/logs/blockTime.ts'
import { scanRpc } from '#chain/rpc/bscRpc.ts'
import { readChain } from '#chain/rpc/readChain.ts'

/** When a final block was made, in ms; null when its node names a time that cannot be. It never changes. */
export function blockTimeQuery(block: bigint) {
  return queryOptions({
    queryKey: ['block-time', 56, block.toString()],
    queryFn: () => readChain(() => getBlockTime(scanRpc, block)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
