import { useQueries } from '@tanstack/react-query'
import type { Address } from '#chain/money/Address.ts'
import { readName } from '#chain/names/spaceId.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'

/** Names are optional, so limit how many addresses are looked up. */
const MAX_NAMES = 25
/** How long (ms) a name stays fresh. */
const FRESH = 600_000

/**
 * The `.bnb` names that resolve back to their addresses, if early checks are on. Addresses without a name are
 * not in the map.
 */
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
