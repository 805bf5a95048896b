import { queryOptions } from '@tanstack/react-query'
import { polling } from '#account/polling.ts'
import type { Address } from '#chain/money/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { readChain } from '#chain/rpc/Rpc.ts'
import { readSafe } from '#safe/tx/SafeContract.ts'

/** Owners, threshold, nonce and version of a Safe from the chain; null while it is not deployed. */
export function safeStateQuery(safe: Address) {
  return queryOptions({
    queryKey: ['safe-state', 56, safe],
    queryFn: () => readChain(() => readSafe(bscRpc, safe)),
    refetchInterval: polling(15_000),
  })
}
