import type { Hex } from 'viem'
import type { ChainClient } from '../../chain/chainClient.ts'
import { type ChainFacts, emptyFacts } from './ChainFacts.ts'
import { readBlocks } from './readBlocks.ts'

/** The last block that the indexer has read. `timestamp` in seconds. */
export type Head = { readonly number: number; readonly hash: Hex; readonly timestamp: number }

export type Indexer = {
  /** Catches up with the chain. Rejects if the chain does not answer. */
  sync(): Promise<void>
  /** The facts up to the head. */
  facts(): ChainFacts
  /** The last block read; null before the first. */
  head(): Head | null
  /** Stops or resumes following, like a lagging service. */
  setFrozen(frozen: boolean): void
}

/**
 * Follows the chain. If a block is gone or has another hash (`evm_revert`, a reset), it discards everything
 * and reads again from the first block: a local chain is short.
 */
export function createIndexer(client: ChainClient, firstBlock: bigint): Indexer {
  let facts = emptyFacts()
  let head: Head | null = null
  let frozen = false
  let running: Promise<void> | null = null

  async function pass(): Promise<void> {
    const latest = await client.getBlock()
    if (latest.hash === head?.hash) return
    const known = head === null ? null : await blockHash(client, head.number)
    const goesOn = head !== null && known === head.hash
    const from = goesOn && head !== null ? BigInt(head.number) + 1n : firstBlock
    const before = goesOn ? facts : emptyFacts()
    // Assigned at once, because others read the facts during this pass.
    facts = await readBlocks(client, before, from, latest.number)
    head = { number: Number(latest.number), hash: latest.hash, timestamp: Number(latest.timestamp) }
  }

  return {
    async sync() {
      if (frozen) return
      // One pass at a time. A caller during a pass needs the next one: the running one may have read the head
      // too early.
      if (running !== null) await running.catch(() => {})
      running ??= pass().finally(() => {
        running = null
      })
      await running
    },
    facts: () => facts,
    head: () => head,
    setFrozen(value) {
      frozen = value
    },
  }
}

/** Null if the block does not exist (any more). */
async function blockHash(client: ChainClient, number: number): Promise<Hex | null> {
  return client
    .getBlock({ blockNumber: BigInt(number) })
    .then(({ hash }) => hash)
    .catch(() => null)
}
