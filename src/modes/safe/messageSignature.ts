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

/** What signing stands on: the host asks the owner, the gateway says who has signed, the chain whether that counts. */
export type SignMessageParts = MessageSignatureParts & {
  readonly host: Pick<HostChannel, 'sign' | 'signatureOf' | 'details'>
  readonly gateway: Pick<SafeSource, 'transaction'>
}

/** Where the signing of a text stands; null when nobody knows of it. @throws PortalError when that could not be read */
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
  // What owners have signed off the chain is known, though the chain may not have been readable.
  if (signed.status === 'fulfilled' && signed.value) return signed.value
  for (const one of [signed, kept]) if (one.status === 'rejected') throw one.reason
  return null
}

/** The same for a message that is known. The host is asked only where the gateway fails: it asks the same service. */
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

/** A host that does not know a signature says nothing at all, so it is not waited for (ms). */
const HOST_TIMEOUT = 3_000

async function signatureAtHost(host: SignMessageParts['host'], { hash }: SafeText): Promise<Hex | null> {
  const answer = await withDeadline(host.signatureOf(hash), HOST_TIMEOUT).catch(() => null)
  const read = v.safeParse(hex, answer)
  return read.success && read.output !== '0x' ? read.output : null
}
