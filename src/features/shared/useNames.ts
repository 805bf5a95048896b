import { useQueries } from '@tanstack/react-query'
import type { Address } from '#chain/money/Address.ts'
import { readName } from '#chain/names/spaceId.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { useEarlyChecks } from './earlyChecks.ts'

/** Names are a nicety: so many addresses are looked up and no more. */
const MAX_NAMES = 25
/** How long (ms) a name is believed. */
const FRESH = 600_000

/** The `.bnb` names that lead back to their addresses, where early checks are on. An address without one is not in the map. */
export function useNames(addresses: readonly Address[]): ReadonlyMap<Address, string> {
  const isOn = useEarlyChecks()
  const asked = [...new Set(addresses)].slice(0, MAX_NAMES)
  const results = useQueries({
    queries: asked.map((address) => ({
      queryKey: ['name', 56, address],
      queryFn: () => readName(bscRpc, address),
      staleTime: FRESH,
      enabled: isOn,
    })),
  })
  return new Map(
    asked.flatMap((address, index) => {
      const name = isOn && results[index]?.data
      return name ? [[address, name] as const] : []
    }),
  )
}
