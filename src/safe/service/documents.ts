import * as v from 'valibot'
import { zeroAddress } from 'viem'
import { address, bytes32, uint } from '#chain/schemas.ts'
import { cleanLabel } from '#chain/text/label.ts'

// The parts of the Safe client gateway's documents that the portal reads. Unknown fields are ignored and
// unknown kinds become "other". Everything used is validated here and trusted afterwards.

export const safeNonce = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.transform((value) => BigInt(value)),
)
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1000))
/**
 * A number of signatures that an open transaction needs; null if the service gives none. No Safe needs zero.
 */
export const required = v.fallback(v.nullable(v.pipe(count, v.minValue(1))), null)
/** ms since the epoch. A date that is impossible for a Safe becomes null instead of a wrong day. */
export const timestamp = v.pipe(
  v.nullish(v.number()),
  v.transform((ms) => (ms && ms > 1.5e12 && ms < 4.1e12 ? ms : null)),
)
/** Untrusted text: truncated, and stripped of control, invisible, direction and unassigned characters. */
const text = (length: number) =>
  v.pipe(
    v.string(),
    // Truncated before cleaning, so that a long text costs nothing.
    v.transform((raw) =>
      raw
        .slice(0, 10 * length)
        .replace(/\p{C}/gu, '')
        .slice(0, length),
    ),
  )
export const label = text(40)
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Safe{Wallet} shows notes of up to this many characters. Source: safe-client-gateway, `MultisigTransactionNoteMapper` */
const LONGEST_NOTE = 60

/**
 * A proposer's note. The gateway escapes it for HTML (source: safe-client-gateway, `MultisigTransactionNoteMapper`), a
 * transaction service does not. An entity that was cut off at the end of a long note is dropped.
 */
export const note = v.pipe(
  v.string(),
  v.transform((raw) => {
    const isLong = raw.length >= LONGEST_NOTE
    const whole = isLong ? raw.slice(0, 10 * LONGEST_NOTE).replace(/&[a-z#0-9]{0,4}$/, '') : raw
    return whole.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => entities[name] ?? entity)
  }),
  text(LONGEST_NOTE),
)
export const party = v.pipe(
  v.object({ value: address }),
  v.transform((info) => info.value),
)
export const parties = v.pipe(v.array(party), v.maxLength(1000))

const transferInfo = v.variant('type', [
  v.object({ type: v.literal('NATIVE_COIN'), value: uint }),
  v.object({
    type: v.literal('ERC20'),
    // The zero address stands for BNB elsewhere. As a token it would show BNB that did not move.
    tokenAddress: v.pipe(
      address,
      v.check((token) => token !== zeroAddress),
    ),
    value: uint,
    tokenSymbol: v.nullish(label),
    decimals: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))),
    trusted: v.nullish(v.boolean()),
    imitation: v.nullish(v.boolean()),
  }),
])

export const txInfo = v.union([
  v.object({
    // A transfer that settled an order of an exchange has a type of its own, and fields that are not read here.
    type: v.pipe(
      v.picklist(['Transfer', 'SwapTransfer']),
      v.transform(() => 'Transfer' as const),
    ),
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
export const txStatus = v.pipe(
  v.string(),
  v.transform((text) => statuses.find((status) => status === text) ?? ('UNKNOWN' as const)),
)

const executionInfo = v.nullish(
  v.union([
    v.object({
      type: v.literal('MULTISIG'),
      nonce: safeNonce,
      confirmationsRequired: required,
      confirmationsSubmitted: v.fallback(v.nullable(count), null),
      // This only describes the row: its nonce must not be lost with it.
      missingSigners: v.fallback(v.nullish(parties), null),
    }),
    v.object({ type: v.literal('MODULE'), address: party }),
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
  note: v.nullish(note),
})
export type TransactionSummary = v.InferOutput<typeof transactionSummary>

/** One row of a list: a transaction, or a label between transactions. */
export const listRow = v.variant('type', [
  v.object({
    type: v.literal('TRANSACTION'),
    conflictType: v.nullish(v.string()),
    transaction: transactionSummary,
  }),
  v.object({ type: v.picklist(['LABEL', 'DATE_LABEL', 'CONFLICT_HEADER']) }),
])

/** A generic page. Its rows are parsed one by one, so that a bad row is counted and the others are shown. */
export const pageDocument = v.object({
  next: v.nullish(v.string()),
  results: v.pipe(v.array(v.unknown()), v.maxLength(1000)),
})

/** The beginning of a text that a note to the owners of a Safe can hold. */
export function noteText(text: string): string {
  return cleanLabel(text)
    .slice(0, LONGEST_NOTE)
    .replace(/\p{Surrogate}$/u, '')
    .trim()
}
