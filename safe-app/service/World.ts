import type { Address, Hex } from 'viem'
import type { ChainClient } from '../chain/chainClient.ts'
import type { Network } from '../chain/Network.ts'
import type { FaultSwitches } from './http/Faults.ts'
import { Refusal } from './http/Reply.ts'
import type { Indexer } from './indexer/Indexer.ts'
import type { Decode } from './read/decodeData.ts'
import type { SafeReader, SafeState } from './read/SafeReader.ts'
import type { TokenReader } from './read/Tokens.ts'
import type { ServiceFaults } from './ServiceFaults.ts'
import type { Store } from './store/Store.ts'

/** A change that the real transaction service sends an event about. */
export type Change = { readonly safe: Address | null } & (
  | { readonly kind: 'multisig' | 'execution'; readonly safeTxHash: Hex }
  | { readonly kind: 'message'; readonly messageHash: Hex }
  | { readonly kind: 'module' | 'transfer' | 'delegate' }
)

/** The dependencies of the routes. */
export type World = {
  readonly network: Network
  readonly client: ChainClient
  readonly store: Store
  readonly indexer: Indexer
  readonly safes: SafeReader
  readonly tokens: TokenReader
  readonly decode: Decode
  readonly faults: FaultSwitches<ServiceFaults>
  /** Reports a change in the store. Changes on the chain are found by the indexer. */
  changed(change: Change): void
  /** The timestamp (ms) that the service gives to received data. */
  now(): number
}

/** The Safe at an address once its creation is indexed; otherwise throws the real services' answer. */
export async function requireSafe(world: World, safe: Address): Promise<SafeState> {
  const facts = world.indexer.facts()
  const state = facts.creations.has(safe) ? await world.safes.state(safe) : null
  if (state === null) throw new Refusal(404, { code: 404, message: 'Not Found' })
  return state
}
