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

/** A pass of the indexer: the block at its end, and the facts up to it. */
type Pass = { readonly head: Head; readonly facts: ChainFacts }

/** The passes to which a chain can go back without being read again. */
const KEPT = 100

/**
 * Follows the chain. If a block is gone or has another hash (`evm_revert`, a reset), it goes on from its last pass that
 * the chain still has, or from the first block.
 */
export function createIndexer(client: ChainClient, firstBlock: bigint): Indexer {
  let facts = emptyFacts()
  let head: Head | null = null
  let frozen = false
  let running: Promise<void> | null = null
  const passes: Pass[] = []

  async function pass(): Promise<void> {
    const latest = await client.getBlock()
    if (latest.hash === head?.hash) return
    const known = await lastOnChain()
    const from = known === null ? firstBlock : BigInt(known.head.number) + 1n
    // Assigned at once, because others read the facts during this pass.
    facts = await readBlocks(client, factsOf(known), from, latest.number)
    head = { number: Number(latest.number), hash: latest.hash, timestamp: Number(latest.timestamp) }
    passes.push({ head, facts })
    if (passes.length > KEPT) passes.shift()
  }

  /** Forgets the passes whose blocks are gone. */
  async function lastOnChain(): Promise<Pass | null> {
    for (let last = passes.at(-1); last !== undefined; last = passes.at(-1)) {
      if ((await blockHash(client, last.head.number)) === last.head.hash) return last
      passes.pop()
    }
    return null
  }

  function factsOf(known: Pass | null): ChainFacts {
    if (known === null) return emptyFacts()
    return known.head === head ? known.facts : renewed(known.facts)
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

/** The same facts as new ones, by which `changesBetween` sees that the chain went back. */
function renewed(facts: ChainFacts): ChainFacts {
  const copies = <T extends object>(list: readonly T[]) => list.map((one) => ({ ...one }))
  return {
    ...facts,
    executions: copies(facts.executions),
    approvals: copies(facts.approvals),
    moduleExecutions: copies(facts.moduleExecutions),
    transfers: copies(facts.transfers),
  }
}

/** Null if the block does not exist (any more). */
async function blockHash(client: ChainClient, number: number): Promise<Hex | null> {
  return client
    .getBlock({ blockNumber: BigInt(number) })
    .then(({ hash }) => hash)
    .catch(() => null)
}
