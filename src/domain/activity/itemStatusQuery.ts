import { queryOptions } from '@tanstack/react-query'
import type { ActivityItem } from '#account/Activity.ts'
import { polling } from '#account/polling.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readChain } from '#chain/rpc/readChain.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'

/** Asks the chain about one executed item of a list; what is proven is never asked for again. */
export function itemStatusQuery(rpc: Rpc, safe: Address, item: ActivityItem) {
  const paced = polling(15_000)
  return queryOptions({
    queryKey: ['item-status', 56, safe, item.id, item.hash, item.status.kind],
    queryFn: async () => {
      // What judges is no part of the first screen.
      const { readItemStatus } = await import('./itemStatus.ts')
      return readChain(() => readItemStatus(rpc, safe, item))
    },
    enabled: item.hash !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) => {
      const found = query.state.data
      const isOver = found && found.kind !== 'pending' && found.kind !== 'confirming' && !isYoung(found)
      return isOver ? false : paced(query)
    },
  })
}

function isYoung(status: PaymentStatus): boolean {
  return status.kind === 'unknown' && status.why === 'not-final'
}
