import * as v from 'valibot'
import { hex } from '#chain/rpc/questions.ts'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'
import { bytes32, party } from './documents.ts'

const messageDocument = v.object({
  messageHash: v.pipe(
    bytes32,
    v.transform((hash) => hash as string as SafeMessageHash),
  ),
  confirmations: v.pipe(v.array(v.object({ owner: party, signature: hex })), v.maxLength(1000)),
  preparedSignature: v.nullish(hex),
})

/** The parts of an off-chain message that the portal reads. The accompanying texts and counts are ignored. */
export type MessageDetails = v.InferOutput<typeof messageDocument>

/** Parses the gateway's document of one message; null if it is not one. */
export function readMessage(document: unknown): MessageDetails | null {
  const result = v.safeParse(messageDocument, document)
  return result.success ? result.output : null
}
