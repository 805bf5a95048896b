import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False while the prerendered page becomes alive, when everything has to look as it did at build time; true
 * from the next render on.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
