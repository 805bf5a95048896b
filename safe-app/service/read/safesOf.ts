import type { Address } from 'viem'
import type { World } from '../World.ts'
import type { SafeState } from './SafeReader.ts'

/** Safes that an account currently owns, in creation order. */
export function safesOfOwner(world: World, owner: Address): Promise<readonly Address[]> {
  return select(world, ({ owners }) => owners.includes(owner))
}

/** Safes that currently have a module enabled. */
export function safesOfModule(world: World, module: Address): Promise<readonly Address[]> {
  return select(world, ({ modules }) => modules.includes(module))
}

async function select(world: World, wanted: (state: SafeState) => boolean): Promise<readonly Address[]> {
  const facts = world.indexer.facts()
  const states = await Promise.all([...facts.creations.keys()].map((safe) => world.safes.state(safe)))
  return states.flatMap((state) => (state !== null && wanted(state) ? [state.address] : []))
}
