import { AbiDecodingZeroDataError, type Hex } from 'viem'
import type { MessageSignature } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { PortalError } from '#chain/PortalError.ts'
import { isRevert, type Rpc, RpcError, readChain, withDeadline } from '#chain/rpc/Rpc.ts'
import type { MessageDetails } from '#safe/service/detailsDocument.ts'
import type { MessageSource } from '#safe/service/SafeSource.ts'
import { proveSignature } from '#safe/signature/proveSignature.ts'
import { joinSignatures, type OwnerSignature } from '#safe/signature/signatureQuorum.ts'
import { checkTextSignature, signedOnChain } from '#safe/signature/textSignature.ts'
import { readSafe, type SafeState } from '#safe/tx/SafeContract.ts'
import { ofText, type SafeMessage } from '#safe/tx/SafeMessage.ts'

/**
 * The sources for the state of a Safe message: the gateway reports who has signed, the chain whether it is
 * valid.
 */
export type MessageSignatureParts = {
  readonly address: Address
  readonly gateway: MessageSource
  readonly rpc: Rpc
}

/** A text, the message that its Safe's owners sign for it, and the current owners. */
export type SafeText = SafeMessage &
  Pick<SafeState, 'owners' | 'threshold' | 'version'> & { readonly text: string }

/**
 * The message of a text; null while the Safe is not on the chain.
 * @throws PortalError `unreachable` or `refused`
 */
export async function messageFor(
  { address, rpc }: Pick<MessageSignatureParts, 'address' | 'rpc'>,
  text: string,
): Promise<SafeText | null> {
  const state = await readChain(() => readSafe(rpc, address).catch(orNoSafe))
  if (state === null) return null
  try {
    return { ...state, ...ofText(address, text, state.version), text }
  } catch (cause) {
    throw noSafe(cause)
  }
}

/** A contract that reverts these calls is not a Safe. */
function orNoSafe(error: unknown): never {
  const isOwnNo = error instanceof RpcError && isRevert(error)
  throw isOwnNo || error instanceof AbiDecodingZeroDataError ? noSafe(error) : error
}

function noSafe(cause: unknown): PortalError {
  return new PortalError('refused', 'The contract of this account is no Safe that is known.', { cause })
}

/**
 * The on-chain signature, if the owners have signed with a transaction; null if not.
 * @throws PortalError `unreachable`
 */
export async function onChain(
  { address, rpc }: Pick<MessageSignatureParts, 'address' | 'rpc'>,
  { hash }: SafeText,
): Promise<Extract<MessageSignature, { kind: 'signed-on-chain' }> | null> {
  const said = await signedOnChain(rpc, address, hash)
  switch (said.kind) {
    case 'yes':
      return { kind: 'signed-on-chain', block: said.block }
    case 'silent':
    case 'split':
      throw new PortalError('unreachable', 'It could not be read whether the Safe has signed on the chain.')
    default:
      return null
  }
}

/** The state according to the gateway and the chain; null if the gateway does not know the message. */
export async function atGateway(
  parts: MessageSignatureParts,
  message: SafeText,
  signal?: AbortSignal,
): Promise<MessageSignature | null> {
  const found = await parts.gateway.message(parts.address, message.hash, signal)
  if (found === null) return null
  if (found.messageHash !== message.hash) {
    throw new PortalError('malformed', 'The Safe service answered about another message.')
  }
  return collected(parts, message, found)
}

async function collected(
  parts: MessageSignatureParts,
  message: SafeText,
  found: MessageDetails,
): Promise<MessageSignature> {
  const { hash: messageHash, threshold: need } = message
  const { proven, unread } = await proveOwners(parts, message, found)
  const joined = proven.length >= need ? [joinSignatures(proven)] : []
  const prepared = found.preparedSignature ? [found.preparedSignature] : []
  // A signature of a former owner invalidates the service's prepared signature, even if enough others have
  // signed.
  const complete = await firstAccepted(parts, message, [...joined, ...prepared])
  return complete ?? { kind: 'collecting', messageHash, have: unread ? null : proven.length, need }
}

/**
 * Proves the signatures of current owners, one per owner. `unread` if any could be neither proven nor
 * refuted.
 */
async function proveOwners(
  { address, rpc }: MessageSignatureParts,
  { hash, preimage, owners, version }: SafeText,
  { confirmations }: MessageDetails,
): Promise<{ readonly proven: readonly OwnerSignature[]; readonly unread: boolean }> {
  const given = owners.flatMap((owner) =>
    (confirmations ?? []).filter((one) => one.owner === owner).slice(0, 1),
  )
  const signed = { safe: address, safeTxHash: hash, preimage, version }
  const proofs = await Promise.all(
    given.map(({ owner, signature }) =>
      withDeadline(proveSignature(rpc, signed, owner, signature, false)).catch(() => 'unknown' as const),
    ),
  )
  return {
    proven: given.filter((_, index) => proofs[index] === 'proven'),
    unread: confirmations === null || proofs.includes('unknown'),
  }
}

/**
 * The first signature that the Safe's contract accepts.
 * @throws PortalError `unreachable` when the contract could not be called
 */
export async function firstAccepted(
  { address, rpc }: MessageSignatureParts,
  { text }: SafeText,
  signatures: readonly Hex[],
): Promise<MessageSignature | null> {
  let unasked: string | null = null
  for (const signature of signatures) {
    const checked = await checkTextSignature(rpc, address, text, signature)
    if (checked.kind === 'valid') return { kind: 'signed', signature }
    if (checked.kind === 'unknown') unasked = checked.words
  }
  if (unasked !== null) throw new PortalError('unreachable', unasked)
  return null
}
