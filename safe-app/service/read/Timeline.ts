import type { Address, Hex } from 'viem'
import type { ModuleExecution, Transfer } from '../indexer/ChainFacts.ts'
import type { World } from '../World.ts'
import * as Multisig from './Multisig.ts'

/** A Safe's part of one transaction on the chain, with the BNB and tokens that moved. */
export type Entry = {
  readonly txHash: Hex
  readonly timestamp: number
  readonly transfers: readonly Transfer[]
} & (
  | { readonly kind: 'multisig'; readonly multisig: Multisig.Multisig }
  | { readonly kind: 'module'; readonly module: ModuleExecution }
  | { readonly kind: 'ethereum' }
)

/**
 * Everything executed that affects a Safe, latest first: its own transactions, modules' transactions, and
 * transfers by others.
 */
export async function ofSafe(world: World, safe: Address): Promise<readonly Entry[]> {
  const facts = world.indexer.facts()
  const transfers = facts.transfers.filter(({ from, to }) => from === safe || to === safe)
  const movedIn = (hash: Hex) => transfers.filter(({ txHash }) => txHash === hash)
  const entries: { entry: Entry; blockNumber: number; logIndex: number }[] = []
  const seen = new Set<Hex>()

  for (const multisig of await Multisig.ofSafe(world, safe)) {
    if (multisig.execution === null) continue
    const { txHash, timestamp, blockNumber, logIndex } = multisig.execution
    seen.add(txHash)
    const entry: Entry = { kind: 'multisig', multisig, txHash, timestamp, transfers: movedIn(txHash) }
    entries.push({ entry, blockNumber, logIndex })
  }
  for (const module of facts.moduleExecutions) {
    if (module.safe !== safe || seen.has(module.txHash)) continue
    const { txHash, timestamp, blockNumber, logIndex } = module
    seen.add(txHash)
    entries.push({
      entry: { kind: 'module', module, txHash, timestamp, transfers: movedIn(txHash) },
      blockNumber,
      logIndex,
    })
  }
  for (const { txHash, timestamp, blockNumber, logIndex } of transfers) {
    if (seen.has(txHash)) continue
    seen.add(txHash)
    entries.push({
      entry: { kind: 'ethereum', txHash, timestamp, transfers: movedIn(txHash) },
      blockNumber,
      logIndex,
    })
  }
  return entries
    .sort((a, b) => b.blockNumber - a.blockNumber || b.logIndex - a.logIndex)
    .map(({ entry }) => entry)
}
