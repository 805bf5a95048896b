import * as v from 'valibot'
import type { Hex } from 'viem'
import type { MessageSignature, SignMessageOptions } from '#account/Account.ts'
import {
  atGateway,
  firstAccepted,
  type MessageSignatureParts,
  messageFor,
  onChain,
  type SafeText,
} from '#account/safe/safeMessageSignature.ts'
import { findPortalError, PortalError } from '#chain/PortalError.ts'
import { readChain, withDeadline } from '#chain/rpc/Rpc.ts'
import { bytes32, hex } from '#chain/schemas.ts'
import { isSignable } from '#chain/text/label.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import { signsOffChain, signsText } from '#safe/signature/signOnChain.ts'
import { checkTextSignature } from '#safe/signature/textSignature.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import type { HostChannel } from './hostChannel.ts'

/**
 * Asks the host to have its connected owner sign the text. Every answer from the host is compared with the
 * message hashed here; only the chain decides whether a signature is complete.
 * @throws PortalError `rejected` or `refused` only if nothing was signed, according to the Safe's messages
 */
export async function signMessage(
  parts: SignMessageParts,
  text: string,
  how: SignMessageOptions = {},
): Promise<MessageSignature> {
  if (!isSignable(text)) throw new PortalError('refused', 'The text holds halves of characters.')
  // Safe{Wallet} decodes text that looks like hex, and would sign another text than the one shown.
  if (text.startsWith('0x')) throw new PortalError('refused', 'A Safe signs no text that begins with 0x.')
  const message = await messageFor(parts, text)
  if (message === null) {
    throw new PortalError('refused', 'This Safe is not on the chain yet. Activate it before it signs.')
  }
  if (!how.onChain && !(await readChain(() => signsOffChain(parts.rpc, parts.address, message.version)))) {
    throw new PortalError(
      'refused',
      'This Safe cannot sign texts off the chain: it has no handler that could check them.',
    )
  }
  const [kept, before] = await Promise.all([
    onChain(parts, message).catch(() => null),
    atGateway(parts, message).catch(() => null),
  ])
  if (kept) return kept
  if (before?.kind === 'signed') return before
  let answer: unknown
  try {
    answer = await orStopped(parts.host.sign(text, how.onChain), how.signal)
  } catch (refusal) {
    return afterRefusal(parts, message, before, refusal)
  }
  return afterAnswer(parts, message, answer)
}

/** The host's answer, unless the person stops waiting. */
async function orStopped<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer
  const stopped = new PortalError('unknown-result', 'You stopped waiting for your Safe, which may still ask.')
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(stopped), { once: true })
    if (signal.aborted) reject(stopped)
    answer.then(resolve, reject)
  })
}

const answerShape = v.union([
  v.object({ messageHash: bytes32, signature: v.nullish(hex) }),
  v.object({ safeTxHash: bytes32 }),
])

async function afterAnswer(
  parts: SignMessageParts,
  message: SafeText,
  answer: unknown,
): Promise<MessageSignature> {
  const read = v.safeParse(answerShape, answer)
  if (!read.success) {
    throw new PortalError('malformed', 'Your Safe answered with something that is not a signature.')
  }
  if ('safeTxHash' in read.output) {
    return afterProposal(parts, message, read.output.safeTxHash.toLowerCase() as SafeTxHash)
  }
  const { messageHash, signature } = read.output
  if (messageHash !== message.hash) {
    throw new PortalError('malformed', 'Your Safe answered about something else than this text.')
  }
  const given = signature && signature !== '0x' ? signature : null
  const checked = given && (await checkTextSignature(parts.rpc, parts.address, message.text, given))
  if (given && checked?.kind === 'valid') return { kind: 'signed', signature: given }
  // The owner has signed, even if a service is down now.
  const signed = await readSigned(parts, message).catch(() => 'unread' as const)
  if (signed === null && checked?.kind === 'wrong') {
    throw new PortalError('malformed', 'Your Safe answered with a signature that it does not accept itself.')
  }
  if (signed !== null && signed !== 'unread') return signed
  return { kind: 'collecting', messageHash: message.hash, have: null, need: message.threshold }
}

/** Compares the proposal with the request as soon as a source reports it. */
async function afterProposal(
  { address, host, gateway }: SignMessageParts,
  { text, version }: SafeText,
  safeTxHash: SafeTxHash,
): Promise<MessageSignature> {
  const details =
    (await host.details(safeTxHash)) ?? (await gateway.transaction(safeTxHash).catch(() => null))
  if (details === null) return { kind: 'proposed', safeTxHash, compared: false }
  if (signsText(details, { safe: address, safeTxHash, text, version })) {
    return { kind: 'proposed', safeTxHash, compared: true }
  }
  throw new PortalError(
    'malformed',
    `Your Safe has proposed something else than to sign this text. Reject the transaction ${safeTxHash} in its queue.`,
  )
}

/**
 * The host also reports "rejected" if the owner signed and closed the dialog before the other owners signed.
 */
async function afterRefusal(
  parts: SignMessageParts,
  message: SafeText,
  before: MessageSignature | null,
  refusal: unknown,
): Promise<MessageSignature> {
  const now = await readSigned(parts, message).catch((cause: unknown) => {
    throw new PortalError(
      'unknown-result',
      'Your Safe says that the text was not signed, but its messages could not be read to make sure.',
      { cause },
    )
  })
  if (now !== null && (now.kind === 'signed' || isFurther(now, before))) return now
  throw (
    findPortalError(refusal) ??
    new PortalError('refused', 'Your Safe refused the request.', { cause: refusal })
  )
}

/** If the number of signatures could not be read, this owner may have signed. */
function isFurther(now: MessageSignature, before: MessageSignature | null): boolean {
  const have = (one: MessageSignature | null, unread: number) =>
    one?.kind === 'collecting' ? (one.have ?? unread) : 0
  return have(now, Number.POSITIVE_INFINITY) > have(before, 0)
}

/**
 * The dependencies of signing: the host prompts the owner, the gateway reports who signed, and the chain decides
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
  const [kept, signed] = await Promise.allSettled([
    onChain(parts, message),
    readSigned(parts, message, signal),
  ])
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
async function readSigned(
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
