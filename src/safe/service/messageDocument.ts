import * as v from 'valibot'
import { bytes32, hex } from '#chain/schemas.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import { party } from './documents.ts'

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
