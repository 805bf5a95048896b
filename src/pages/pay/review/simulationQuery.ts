import { queryOptions } from '@tanstack/react-query'
import type { Address } from '#chain/money/Address.ts'
import { type Call, transfersOf } from '#chain/money/Call.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { fingerprint } from '#domain/ledger/fingerprint.ts'
import type { Simulation } from '#safe/proposal/simulate.ts'

/** How many batches are simulated. Each one is a request of a few kilobytes to a public node. */
export const MAX_BATCHES = 5

/** Simulates the first batches of a Safe's payments on a node, without any key. */
export function simulationQuery(safe: Address, calls: readonly Call[], limit: number) {
  return queryOptions({
    queryKey: ['simulation', 56, safe, limit, fingerprint(safe, transfersOf(calls))],
    queryFn: async () => {
      const { simulateCalls } = await import('#safe/proposal/simulate.ts')
      const all: Simulation[] = []
      for (let from = 0; from < calls.length && all.length < MAX_BATCHES; from += limit) {
        all.push(await simulateCalls(bscRpc, safe, calls.slice(from, from + limit)))
      }
      return all
    },
    staleTime: 60_000,
    gcTime: 0,
  })
}
