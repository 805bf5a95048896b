import * as v from 'valibot'
import type { Hash } from 'viem'
import { ask } from '#chain/rpc/ask.ts'
import { address, getBlockNumber, getReceipt, hex, quantity, type Receipt } from '#chain/rpc/questions.ts'
import { contentOf, readWithQuorum } from '#chain/rpc/quorum.ts'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'

const sentCall = v.object({
  hash: hex,
  from: address,
  to: v.nullish(address, null),
  value: quantity,
  input: hex,
  nonce: quantity,
})

/** What a transaction asked of the chain: `value` in wei, `input` in lower case, `to` null when it makes a contract. */
export type SentCall = Omit<v.InferOutput<typeof sentCall>, 'hash'>

/** What a transaction asked for; null when the node does not know it. @throws when the answer is of another one */
export async function getSentCall(rpc: Rpc, hash: Hash): Promise<SentCall | null> {
  const found = await ask(rpc, v.nullable(sentCall), 'eth_getTransactionByHash', [hash])
  if (!found) return null
  const { hash: own, ...sent } = found
  if (own !== hash.toLowerCase()) throw new Error('Another transaction')
  return sent
}

/** A transaction in a block. `sent` is null where a node serves the receipt and not the transaction. */
type Mined = { readonly receipt: Receipt; readonly sent: SentCall | null }

/**
 * Whether a transaction counts: `final` only where two operators give the same receipt and transaction, in a block that
 * each of them calls final. `missing` is no evidence of anything: nodes lag, prune and hide.
 */
export type Settlement =
  | { readonly kind: 'missing' }
  | (Mined & { readonly kind: 'mined'; readonly lacks: 'finality' | 'second-operator' })
  | (Mined & { readonly kind: 'final' })

/** What was proven once stays proven: by the endpoints that proved it, then by hash. */
const proven = new WeakMap<Rpc, Map<string, Settlement>>()
/** So many proofs are remembered; then the oldest makes room. */
const MAX_PROVEN = 2_000

/** Reads where a transaction stands; one that was proven once is not asked for again. @throws when no node answers */
export async function readSettlement(rpc: Rpc, hash: Hash): Promise<Settlement> {
  const known = proven.get(rpc)?.get(hash.toLowerCase())
  if (known) return known
  const found = await readWithQuorum(rpc, (node) => readOnce(node, hash), keyOf)
  if (found.kind === 'agreed' && found.value.receipt) {
    const { receipt, sent, isFinal } = found.value
    if (!isFinal) return { kind: 'mined', lacks: 'finality', receipt, sent }
    const settlement: Settlement = { kind: 'final', receipt, sent }
    remember(rpc, hash, settlement)
    return settlement
  }
  // No two agree: the furthest of them is a lead and proves nothing.
  const values = found.kind === 'split' ? found.values : [found.value]
  const furthest = values.find(({ isFinal }) => isFinal) ?? values.find(({ receipt }) => receipt !== null)
  if (!furthest?.receipt) return { kind: 'missing' }
  const { receipt, sent, isFinal } = furthest
  return { kind: 'mined', lacks: isFinal ? 'second-operator' : 'finality', receipt, sent }
}

/** What one operator says; `isFinal` null where it does not say how far finality is. */
type Reading = {
  readonly receipt: Receipt | null
  readonly sent: SentCall | null
  readonly isFinal: boolean | null
}

async function readOnce(node: Rpc, hash: Hash): Promise<Reading> {
  const receipt = await getReceipt(node, hash)
  if (receipt === null) return { receipt: null, sent: null, isFinal: null }
  const [sent, final] = await Promise.all([getSentCall(node, hash), readFinalBlock(node).catch(() => null)])
  return { receipt, sent, isFinal: final === null ? null : receipt.blockNumber <= final }
}

/** An operator that has no receipt, or does not report finality, agrees with no other: the next one is asked. */
function keyOf(reading: Reading): string | null {
  return reading.isFinal === null ? null : contentOf(reading)
}

function remember(rpc: Rpc, hash: Hash, settlement: Settlement): void {
  const known = proven.get(rpc) ?? new Map<string, Settlement>()
  proven.set(rpc, known)
  if (known.size >= MAX_PROVEN) known.delete(known.keys().next().value ?? '')
  known.set(hash.toLowerCase(), settlement)
}

/**
 * Blocks after which a node that knows no `finalized` tag is believed. BSC's finality has stood still for more than 200
 * blocks, so anything near the head is a guess.
 */
const BLOCKS_WITHOUT_FINALITY_TAG = 1_024n

/** What nodes say to a tag that they do not know. A busy, limited or broken node says something else. */
const UNKNOWN_TAG =
  /(unknown|unsupported|invalid|unrecognized) block ?(tag|number)|hex string without 0x prefix|tag .{0,20}(not supported|unsupported)/i
/** JSON-RPC's "invalid params", and what older nodes use for everything. */
const UNKNOWN_TAG_CODES = [-32602, -32000]

/** Number of the newest final block. @throws when the node does not say, or is too busy to say */
export async function readFinalBlock(rpc: Rpc): Promise<bigint> {
  try {
    return await getBlockNumber(rpc, 'finalized')
  } catch (error) {
    const isUnknown =
      error instanceof RpcError && UNKNOWN_TAG_CODES.includes(error.code) && UNKNOWN_TAG.test(error.message)
    if (!isUnknown) throw error
    const head = await getBlockNumber(rpc, 'latest')
    return head > BLOCKS_WITHOUT_FINALITY_TAG ? head - BLOCKS_WITHOUT_FINALITY_TAG : 0n
  }
}
