import { queryOptions } from '@tanstack/react-query'
import type { Address } from '#chain/money/Address.ts'
import { readName } from '#chain/names/spaceId.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'

/** The `.bnb` name that resolves back to an address; null if there is none. */
export function nameQuery(address: Address) {
  return queryOptions({
    queryKey: ['name', 56, address],
    queryFn: () => readName(bscRpc, address),
    staleTime: 600_000,
  })
}
