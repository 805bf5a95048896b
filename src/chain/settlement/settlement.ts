import * as v from 'valibot'
import { type Hash, toHex } from 'viem'
import { getBlockTime } from '#chain/logs/blockTime.ts'
import type { Address } from '#chain/money/Address.ts'
import { contentOf, readWithQuorum } from '#chain/rpc/quorum.ts'
import { ask, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import {
  type AccountCode,
  getBlockNumber,
  getReceipt,
  kindOfCode,
  type Receipt,
} from '#chain/rpc/rpcMethods.ts'
import { address, hex, quantity } from '#chain/schemas.ts'

const sentCall = v.object({
  hash: hex,
  from: address,
  to: v.nullish(address, null),
  value: quantity,
  input: hex,
  nonce: quantity,
})

/** The content of a transaction: `value` in wei, `input` in lower case, `to` null for a contract creation. */
export type SentCall = Omit<v.InferOutput<typeof sentCall>, 'hash'>

/**
 * The content of a transaction; null if the node does not know it.
 * @throws when the answer is about another transaction
 */
export async function getSentCall(rpc: Rpc, hash: Hash): Promise<SentCall | null> {
  const found = await ask(rpc, v.nullable(sentCall), 'eth_getTransactionByHash', [hash])
  if (!found) return null
  const { hash: own, ...sent } = found
  if (own !== hash.toLowerCase()) throw new Error('Another transaction')
  return sent
}

/** A transaction in a block. `sent` is null if a node serves the receipt but not the transaction. */
type Mined = { readonly receipt: Receipt; readonly sent: SentCall | null }

/**
 * The state of a transaction on the chain. `final` requires that two operators report the same receipt and
 * transaction, in a block that both call final. `missing` proves nothing: nodes lag, prune and hide.
 */
export type Settlement =
  | { readonly kind: 'missing' }
  | (Mined & { readonly kind: 'mined'; readonly lacks: 'finality' | 'second-operator' })
  | (Mined & { readonly kind: 'final' })

/** Proofs are permanent. Cached by the endpoints that proved them, then by hash. */
const proven = new WeakMap<Rpc, Map<string, Settlement>>()
/** Maximum cached proofs. Beyond it, the oldest is dropped. */
const MAX_PROVEN = 2_000

/**
 * Reads the settlement of a transaction. Proven ones come from the cache.
 * @throws when no node answers
 */
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
  // No two operators agree, so the most advanced answer is a lead and proves nothing.
  const values = found.kind === 'split' ? found.values : [found.value]
  const furthest = values.find(({ isFinal }) => isFinal) ?? values.find(({ receipt }) => receipt !== null)
  if (!furthest?.receipt) return { kind: 'missing' }
  const { receipt, sent, isFinal } = furthest
  return { kind: 'mined', lacks: isFinal ? 'second-operator' : 'finality', receipt, sent }
}

/** One operator's report; `isFinal` is null if it does not report finality. */
type Reading = {
  readonly receipt: Receipt | null
  readonly sent: SentCall | null
  readonly isFinal: boolean | null
}

async function readOnce(node: Rpc, hash: Hash): Promise<Reading> {
  // Before the receipt: until a later answer, its block could be undone and another one of that number become final.
  const final = await readFinalBlock(node).catch(() => null)
  const [receipt, sent] = await Promise.all([getReceipt(node, hash), getSentCall(node, hash)])
  if (receipt === null) return { receipt: null, sent: null, isFinal: null }
  return { receipt, sent, isFinal: final === null ? null : receipt.blockNumber <= final }
}

/** An operator without a receipt or finality agrees with no other, so the next one is read. */
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
 * Blocks after which a node without the `finalized` tag is trusted. BSC's finality has stalled for more than
 * 200 blocks, so anything near the head would be a guess.
 */
const BLOCKS_WITHOUT_FINALITY_TAG = 1_024n

/** Error messages for an unknown tag. A busy, limited or broken node reports other errors. */
const UNKNOWN_TAG =
  /(unknown|unsupported|invalid|unrecognized) block ?(tag|number)|hex string without 0x prefix|tag .{0,20}(not supported|unsupported)/i
/** JSON-RPC's "invalid params", and the code that older nodes use for everything. */
const UNKNOWN_TAG_CODES = [-32602, -32000]

/**
 * Number of the latest final block.
 * @throws when the node does not report it, or is too busy
 */
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

/** An account after a block: `balance` of BNB in wei, `nonce` of its next transaction. */
export type AccountState = {
  readonly block: bigint
  readonly balance: bigint
  readonly nonce: bigint
  readonly code: AccountCode
}

/**
 * The account as one endpoint reports it after `block`.
 * @throws when no endpoint still has the state of that block; public nodes keep about 128
 */
export async function getAccountState(rpc: Rpc, account: Address, block: bigint): Promise<AccountState> {
  const together = {}
  const params = [account, toHex(block)]
  const [balance, nonce, code] = await Promise.all([
    ask(rpc, quantity, 'eth_getBalance', params, together),
    ask(rpc, quantity, 'eth_getTransactionCount', params, together),
    ask(rpc, hex, 'eth_getCode', params, together),
  ])
  return { block, balance, nonce, code: kindOfCode(code) }
}

/** The time (ms) of the final block of a transaction; null unless two operators report it. */
export async function readFinalTime(rpc: Rpc, hash: Hash): Promise<number | null> {
  const settlement = await readSettlement(rpc, hash)
  if (settlement.kind !== 'final') return null
  const { blockNumber } = settlement.receipt
  const time = await readWithQuorum(rpc, (node) => getBlockTime(node, blockNumber), String)
  return time.kind === 'agreed' ? time.value : null
}
