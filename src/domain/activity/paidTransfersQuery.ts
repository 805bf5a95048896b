import { queryOptions } from '@tanstack/react-query'
import type { Hash } from 'viem'
import { polling } from '#account/polling.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { readChain } from '#chain/rpc/readChain.ts'
import { readPaidTransfers } from '#safe/proposal/paidTransfers.ts'

/** The money that moved in one transaction, asked again until its block is final. */
export function paidTransfersQuery(hash: Hash) {
  const paced = polling(4_000)
  return queryOptions({
    queryKey: ['paid-transfers', 56, hash],
    queryFn: () => readChain(() => readPaidTransfers(bscRpc, hash)),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) => (query.state.data?.kind === 'final' ? false : paced(query)),
  })
}
