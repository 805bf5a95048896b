import { useQueries } from '@tanstack/react-query'
import type { Address } from '#chain/money/Address.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { nameQuery } from '#queries/names.ts'

/** Names are optional, so limit how many addresses are looked up. */
const MAX_NAMES = 25

/**
 * The `.bnb` names that resolve back to their addresses, if early checks are on. Addresses without a name are
 * not in the map.
 */
export function useNames(addresses: readonly Address[]): ReadonlyMap<Address, string> {
  const isOn = useEarlyChecks()
  const asked = [...new Set(addresses)].slice(0, MAX_NAMES)
  const results = useQueries({
    queries: asked.map((address) => ({ ...nameQuery(address), enabled: isOn })),
  })
  return new Map(
    asked.flatMap((address, index) => {
      const name = isOn && results[index]?.data
      return name ? [[address, name] as const] : []
    }),
  )
}
