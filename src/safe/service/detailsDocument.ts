import * as v from 'valibot'
import { address, bytes32, hex, uint } from '#chain/schemas.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { label, note, parties, party, required, safeNonce, timestamp, txInfo, txStatus } from './documents.ts'

const safeTxHash = v.pipe(
  bytes32,
  v.transform((text) => text as unknown as SafeTxHash),
)

/**
 * `GET /v1/chains/56/transactions/{id}` of a Safe's own transaction. Signed fields must be present and well
 * formed. Descriptive ones (summary, note, dates, signatures) may be missing and are then unknown.
 */
const transactionDetails = v.object({
  safeAddress: address,
  txStatus,
  txHash: v.nullish(bytes32),
  executedAt: v.optional(timestamp),
  txInfo: v.fallback(v.nullable(txInfo), null),
  note: v.fallback(v.nullish(note), null),
  safeAppInfo: v.fallback(v.nullish(v.object({ name: label })), null),
  txData: v.object({
    to: party,
    hexData: v.nullish(hex),
    value: v.nullish(uint),
    operation: v.picklist([0, 1]),
  }),
  detailedExecutionInfo: v.object({
    type: v.literal('MULTISIG'),
    submittedAt: v.optional(timestamp),
    nonce: safeNonce,
    safeTxGas: uint,
    baseGas: uint,
    gasPrice: uint,
    gasToken: address,
    refundReceiver: party,
    safeTxHash,
    executor: v.fallback(v.nullish(party), null),
    /** Owners of the Safe, according to the service. */
    signers: v.fallback(v.nullish(parties), null),
    confirmationsRequired: required,
    /** Null if the service does not say who has signed. */
    confirmations: v.nullish(
      v.pipe(
        v.array(
          v.object({
            signer: party,
            signature: v.fallback(v.nullish(hex), null),
            submittedAt: v.fallback(v.nullish(timestamp), null),
          }),
        ),
        v.maxLength(1000),
      ),
      null,
    ),
    proposer: v.fallback(v.nullish(party), null),
  }),
})
export type TransactionDetails = v.InferOutput<typeof transactionDetails>

/** Parses a host's or a service's details document; null if it is not one. */
export function readDetails(document: unknown): TransactionDetails | null {
  const result = v.safeParse(transactionDetails, document)
  return result.success ? result.output : null
}

const messageDocument = v.object({
  messageHash: v.pipe(
    bytes32,
    v.transform((hash) => hash as string as SafeMessageHash),
  ),
  /** Null if the service does not say who has signed. */
  confirmations: v.nullish(
    v.pipe(v.array(v.object({ owner: party, signature: hex })), v.maxLength(1000)),
    null,
  ),
  preparedSignature: v.nullish(hex),
})

/** The parts of an off-chain message that the portal reads. The accompanying texts and counts are ignored. */
export type MessageDetails = v.InferOutput<typeof messageDocument>

/** Parses the gateway's document of one message; null if it is not one. */
export function readMessage(document: unknown): MessageDetails | null {
  const result = v.safeParse(messageDocument, document)
  return result.success ? result.output : null
}

const listDocument = v.object({ results: v.array(v.unknown()), next: v.nullish(v.unknown()) })
const namedRow = v.object({ messageHash: v.string() })

/**
 * Finds one message in the gateway's list of those of a Safe, newest first; null if the document is not one, or if the
 * row of this message is not. Rows of other messages are not read.
 */
export function findMessage(
  document: unknown,
  hash: SafeMessageHash,
): { readonly found: MessageDetails | null; readonly isWhole: boolean } | null {
  const list = v.safeParse(listDocument, document)
  if (!list.success) return null
  const { results, next } = list.output
  const row = results.find((one) => v.is(namedRow, one) && one.messageHash.toLowerCase() === hash)
  if (row === undefined) return { found: null, isWhole: (next ?? null) === null }
  const found = readMessage(row)
  return found && { found, isWhole: true }
}
