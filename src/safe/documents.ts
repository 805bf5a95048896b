import * as v from 'valibot'
import { type Address, getAddress, type Hash, type Hex } from 'viem'
import type { SafeTxHash } from './SafeTx.ts'

// What the portal reads of the Safe client gateway's documents. Unknown fields are ignored, unknown kinds are kept as
// "other"; everything that is used is checked here and trusted afterwards.

const address = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/),
  v.transform((text): Address => getAddress(text.toLowerCase())),
)
const hex = v.pipe(
  v.string(),
  v.regex(/^0x([0-9a-fA-F]{2})*$/),
  v.transform((text) => text.toLowerCase() as Hex),
)
const bytes32 = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{64}$/),
  v.transform((text) => text.toLowerCase() as Hash),
)
const safeTxHash = v.pipe(
  bytes32,
  v.transform((text) => text as unknown as SafeTxHash),
)
/** Decimal text of a uint256. */
const uint = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,78}$/),
  v.transform((value) => BigInt(value)),
)
const nonce = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.transform((value) => BigInt(value)),
)
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1000))
/** ms since the epoch; anything that cannot be a date of a Safe becomes null, not a wrong day. */
const timestamp = v.pipe(
  v.nullish(v.number()),
  v.transform((ms) => (ms && ms > 1.5e12 && ms < 4.1e12 ? ms : null)),
)
/** Text of a stranger: kept short; control, invisible and direction characters taken out. */
const label = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 40)),
)
const party = v.pipe(
  v.object({ value: address }),
  v.transform((info) => info.value),
)

const transferInfo = v.variant('type', [
  v.object({ type: v.literal('NATIVE_COIN'), value: uint }),
  v.object({
    type: v.literal('ERC20'),
    tokenAddress: address,
    value: uint,
    tokenSymbol: v.nullish(label),
    decimals: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))),
    trusted: v.nullish(v.boolean()),
    imitation: v.nullish(v.boolean()),
  }),
])

const txInfo = v.union([
  v.object({
    type: v.literal('Transfer'),
    sender: party,
    recipient: party,
    direction: v.picklist(['INCOMING', 'OUTGOING', 'UNKNOWN']),
    transferInfo,
  }),
  v.object({
    type: v.literal('Custom'),
    to: party,
    value: v.nullish(uint),
    methodName: v.nullish(label),
    actionCount: v.nullish(count),
    isCancellation: v.nullish(v.boolean()),
  }),
  v.object({ type: v.literal('SettingsChange'), dataDecoded: v.nullish(v.object({ method: label })) }),
  v.object({ type: v.literal('Creation') }),
  v.pipe(
    v.object({ type: label }),
    v.transform(({ type }) => ({ type: 'Other' as const, label: type })),
  ),
])

const statuses = ['AWAITING_CONFIRMATIONS', 'AWAITING_EXECUTION', 'CANCELLED', 'FAILED', 'SUCCESS'] as const
const txStatus = v.pipe(
  v.string(),
  v.transform((text) => statuses.find((status) => status === text) ?? ('UNKNOWN' as const)),
)

const executionInfo = v.nullish(
  v.union([
    v.object({
      type: v.literal('MULTISIG'),
      nonce,
      confirmationsRequired: count,
      confirmationsSubmitted: count,
    }),
    v.pipe(
      v.object({ type: v.string() }),
      v.transform(() => null),
    ),
  ]),
)

/** One transaction of a queue or history. */
const transactionSummary = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  txHash: v.nullish(bytes32),
  timestamp,
  txStatus,
  txInfo,
  executionInfo,
})
export type TransactionSummary = v.InferOutput<typeof transactionSummary>

/** One row of a list: a transaction, or a label between them. */
export const listRow = v.variant('type', [
  v.object({
    type: v.literal('TRANSACTION'),
    conflictType: v.nullish(v.string()),
    transaction: transactionSummary,
  }),
  v.object({ type: v.picklist(['LABEL', 'DATE_LABEL', 'CONFLICT_HEADER']) }),
])

/** A page of anything; its rows are read one by one, so that a bad one is counted and the others shown. */
export const pageDocument = v.object({
  next: v.nullish(v.string()),
  results: v.pipe(v.array(v.unknown()), v.maxLength(1000)),
})

/** `GET /v1/chains/56/transactions/{id}`: what is needed to recompute the hash and to know where it stands. */
export const transactionDetails = v.object({
  safeAddress: address,
  txStatus,
  txHash: v.nullish(bytes32),
  txData: v.object({
    to: party,
    hexData: v.nullish(hex),
    value: v.nullish(uint),
    operation: v.picklist([0, 1]),
  }),
  detailedExecutionInfo: v.object({
    type: v.literal('MULTISIG'),
    nonce,
    safeTxGas: uint,
    baseGas: uint,
    gasPrice: uint,
    gasToken: address,
    refundReceiver: party,
    safeTxHash,
    confirmationsRequired: count,
    confirmations: v.pipe(v.array(v.object({ signer: party })), v.maxLength(1000)),
  }),
})
export type TransactionDetails = v.InferOutput<typeof transactionDetails>
