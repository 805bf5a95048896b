import type { Address } from 'viem'
import { owners, type Persona } from '../../safe-app/accounts.ts'
import type { SafeSetup } from '../../safe-app/chain/createSafe.ts'
import type { HostSafe } from '../../safe-app/host/HostConfig.ts'

/** A Safe of the local world. Its address follows from its setup, which the seed checks. */
export type SeededSafe = Omit<SafeSetup, 'owners'> & {
  readonly name: string
  readonly address: Address
  readonly owners: readonly Persona[]
  /** False for a Safe that is not deployed yet: it has an address and no code. */
  readonly deployed: boolean
}

const [ada, ben, cleo] = owners

/** The 2-of-3 agency treasury: SafeL2 1.4.1, owners Ada, Ben and Cleo, salt nonce 7. */
export const TREASURY: Address = '0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4'

/** 2 of 3, with the whole history and the queue. */
export const treasury: SeededSafe = {
  name: 'Agency treasury',
  address: TREASURY,
  version: '1.4.1',
  owners: [ada, ben, cleo],
  threshold: 2,
  saltNonce: 7n,
  deployed: true,
}

/** 1 of 1: a transaction signed by Ada can be executed at once. */
export const solo: SeededSafe = {
  name: "Ada's own Safe",
  address: '0x3FeF10718cAc1364c73F8991B2d1C6d54bc5C5b2',
  version: '1.4.1',
  owners: [ada],
  threshold: 1,
  saltNonce: 7n,
  deployed: true,
}

/** 2 of 2 on the older contracts, whose execution events look different. */
export const legacy: SeededSafe = {
  name: 'Old campaign Safe (1.3.0)',
  address: '0x572386b44647D228a3c65F6Ba2B7267A2E61F37f',
  version: '1.3.0',
  owners: [ada, ben],
  threshold: 2,
  saltNonce: 7n,
  deployed: true,
}

/** A Safe that is not deployed yet. */
export const undeployed: SeededSafe = {
  name: 'Next season (not deployed)',
  address: '0xe662DEe3B298401edA16298e7083473e7b0D7cA0',
  version: '1.4.1',
  owners: [ada, ben, cleo],
  threshold: 2,
  saltNonce: 8n,
  deployed: false,
}

/** Every Safe of the local world, the treasury first. */
export const seededSafes: readonly SeededSafe[] = [treasury, solo, legacy, undeployed]

/** The setup that creates a Safe. */
export function setupOf({ version, owners, threshold, saltNonce }: SeededSafe): SafeSetup {
  return { version, owners: owners.map(({ address }) => address), threshold, saltNonce }
}

/** The Safes as the host offers them, the treasury first. */
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
