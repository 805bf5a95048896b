import * as v from 'valibot'
import type { Hex } from 'viem'
import type { MessageSignature } from '#account/Account.ts'
import {
  atGateway,
  firstAccepted,
  type MessageSignatureParts,
  messageFor,
  onChain,
  type SafeText,
} from '#account/safe/safeMessageSignature.ts'
import { withDeadline } from '#chain/PortalError.ts'
import { hex } from '#chain/rpc/questions.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import type { HostChannel } from './hostChannel.ts'

/**
 * What signing depends on: the host prompts the owner, the gateway reports who signed, and the chain decides
 * whether that is valid.
 */
export type SignMessageParts = MessageSignatureParts & {
  readonly host: Pick<HostChannel, 'sign' | 'signatureOf' | 'details'>
  readonly gateway: Pick<SafeSource, 'transaction'>
}

/**
 * The signing status of a text; null if the text is unknown. @throws PortalError when the status could not be
 * read
 */
export async function messageSignature(
  parts: SignMessageParts,
  text: string,
  signal: AbortSignal,
): Promise<MessageSignature | null> {
  const message = await messageFor(parts, text)
  signal.throwIfAborted()
  if (message === null) return null
  const [kept, signed] = await Promise.allSettled([onChain(parts, message), standing(parts, message, signal)])
  if (kept.status === 'fulfilled' && kept.value) return kept.value
  // Signatures made off the chain are known even if the chain could not be read.
  if (signed.status === 'fulfilled' && signed.value) return signed.value
  for (const one of [signed, kept]) if (one.status === 'rejected') throw one.reason
  return null
}

/**
 * The same for a known message. The host is asked only if the gateway fails, because it uses the same
 * service.
 */
export async function standing(
  parts: SignMessageParts,
  message: SafeText,
  signal?: AbortSignal,
): Promise<MessageSignature | null> {
  try {
    return await atGateway(parts, message, signal)
  } catch (fault) {
    signal?.throwIfAborted()
    const signature = await signatureAtHost(parts.host, message)
    const complete = signature && (await firstAccepted(parts, message, [signature]))
    if (complete) return complete
    throw fault
  }
}

/** A host that does not know a signature never answers, so limit the wait (ms). */
const HOST_TIMEOUT = 3_000

async function signatureAtHost(host: SignMessageParts['host'], { hash }: SafeText): Promise<Hex | null> {
  const answer = await withDeadline(host.signatureOf(hash), HOST_TIMEOUT).catch(() => null)
  const read = v.safeParse(hex, answer)
  return read.success && read.output !== '0x' ? read.output : null
}
