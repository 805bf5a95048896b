import * as v from 'valibot'
import { type Hash, pad, toHex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import { address, bytes32, getHead, hex, quantity } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { ask } from '#chain/rpc/Rpc.ts'
import { TRANSFER } from './transferLogs.ts'

/** A token transfer out of an account: `value` in base units, zero included. */
export type SentTransfer = {
  readonly token: Address
  readonly to: Address
  readonly value: bigint
  readonly hash: Hash
}

/** Blocks per query. Every public node that serves logs serves this many. */
const WINDOW = 5_000n
/** More logs than this in one window are rejected. */
const MAX_LOGS = 10_000

const padded = v.pipe(
  v.string(),
  v.regex(/^0x0{24}[0-9a-fA-F]{40}$/),
  v.transform((text) => `0x${text.slice(26)}`),
  address,
)
const logs = v.pipe(
  v.array(
    v.object({
      address,
      topics: v.strictTuple([v.pipe(hex, v.literal(TRANSFER)), padded, padded]),
      data: v.pipe(
        v.string(),
        v.regex(/^0x[0-9a-fA-F]{64}$/),
        v.transform((text) => BigInt(text)),
      ),
      transactionHash: bytes32,
      blockNumber: quantity,
      removed: v.optional(v.literal(false)),
    }),
  ),
  v.maxLength(MAX_LOGS),
)

/**
 * The token transfers out of `from` in the blocks `first` to `last`, both included, oldest first, as one
 * endpoint reports them. Nodes answer `[]` for blocks that they do not have yet, so the same request proves
 * that the endpoint's head is at `last` or beyond.
 * @throws when a node does not serve all blocks, because a part of them would read as "not sent"
 */
export async function readSentTransfers(
  rpc: Rpc,
  from: Address,
  tokens: readonly Address[],
  first: bigint,
  last: bigint,
): Promise<readonly SentTransfer[]> {
  const found: SentTransfer[] = []
  if (tokens.length === 0) return found
  for (let at = first; at <= last; at += WINDOW) {
    const end = at + WINDOW - 1n < last ? at + WINDOW - 1n : last
    const filter = {
      address: tokens,
      topics: [TRANSFER, pad(from).toLowerCase()],
      fromBlock: toHex(at),
      toBlock: toHex(end),
    }
    const together = {}
    const [head, answer] = await Promise.all([
      getHead(rpc, together),
      ask(rpc, logs, 'eth_getLogs', [filter], together),
    ])
    if (head < end) throw new Error('The node is behind')
    for (const { address: token, topics, data, transactionHash, blockNumber } of answer) {
      const isAsked =
        topics[1].toLowerCase() === from.toLowerCase() && blockNumber >= at && blockNumber <= end
      if (!isAsked) throw new Error('Logs of something else')
      found.push({ token, to: topics[2], value: data, hash: transactionHash })
    }
  }
  return found
}
