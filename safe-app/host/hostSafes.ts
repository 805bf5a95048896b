import { seededSafes } from '../seed/safes.ts'
import type { HostSafe } from './HostConfig.ts'

/** The Safes that the host offers, the treasury first. */
export function hostSafes(): readonly HostSafe[] {
  return seededSafes.map(({ name, address, version, owners, threshold, deployed }) => ({
    name,
    address,
    version,
    threshold,
    deployed,
    owners: owners.map((owner) => owner.address),
  }))
}
