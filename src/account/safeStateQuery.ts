import { queryOptions } from '@tanstack/react-query'
import type { Address } from '#chain/Address.ts'
import { readChain } from '#chain/readChain.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { readSafe } from '#safe/SafeContract.ts'
import { polling } from './polling.ts'

/** Owners, threshold, nonce and version of a Safe from the chain; null while it is not deployed. */
export function safeStateQuery(safe: Address) {
  return queryOptions({
    queryKey: ['safe-state', 56, safe],
    queryFn: () => readChain(() => readSafe(bscRpc, safe)),
    refetchInterval: polling(15_000),
  })
}
