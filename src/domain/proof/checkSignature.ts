import { type Hex, hashMessage, isAddressEqual, recoverAddress } from 'viem'
import {
  atGateway,
  type MessageSignatureParts,
  messageFor,
  onChain,
  type SafeText,
} from '#account/safe/safeMessageSignature.ts'
import { blockAt } from '#chain/logs/blockTime.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { contractSays } from '#safe/signature/proveSignature.ts'
import {
  type ClaimedSigner,
  claimedSigners,
  readSignatureWithQuorum,
} from '#safe/signature/signatureQuorum.ts'
import { checkTextSignature } from '#safe/signature/textSignature.ts'
import type { ProofSignature } from './judgeProof.ts'
import type { Proof, SignedProof } from './Proof.ts'
import { proofMessage } from './proofMessage.ts'

/** The sources to read; the account comes from the proof. */
type ProofParts = Omit<MessageSignatureParts, 'address'>

/**
 * Checks who signed a proof: a key locally, a Safe with two nodes. For a proof without a signature it looks
 * where a Safe keeps one: in its contract and in its message service. Never throws.
 */
export async function checkSignature(parts: ProofParts, signed: SignedProof): Promise<ProofSignature> {
  try {
    return signed.signature === null
      ? await keptSignature(parts, signed)
      : await givenSignature(parts, signed, signed.signature)
  } catch (error) {
    const words = findPortalError(error)?.message ?? 'Can’t reach BNB Smart Chain or the Safe service.'
    return { kind: 'unknown', words }
  }
}

async function keptSignature(parts: ProofParts, { proof }: SignedProof): Promise<ProofSignature> {
  const own = { ...parts, address: proof.address }
  const message = await safeMessage(own, proof)
  if (message === null) return nothingKept(own, proof)
  const [chain, service] = await Promise.allSettled([onChain(own, message), atGateway(own, message)])
  if (chain.status === 'fulfilled' && chain.value) {
    return { kind: 'valid', by: 'chain', block: chain.value.block }
  }
  if (service.status === 'rejected') throw service.reason
  const stands = service.value
  if (stands?.kind === 'signed') {
    const checked = await givenSignature(parts, { proof, signature: null }, stands.signature)
    return checked.kind === 'valid' ? { ...checked, found: stands.signature } : checked
  }
  // Until that is read, the signature may be complete.
  if (chain.status === 'rejected') throw chain.reason
  if (stands?.kind === 'collecting') return { kind: 'collecting', have: stands.have, need: stands.need }
  return { kind: 'collecting', have: 0, need: message.threshold }
}

/** Null if there is no contract, or if it is not a Safe and so keeps no signature. */
async function safeMessage(own: MessageSignatureParts, proof: Proof): Promise<SafeText | null> {
  return messageFor(own, proofMessage(proof)).catch((error: unknown) => {
    if (findPortalError(error)?.kind === 'refused') return null
    throw error
  })
}

/** One node may be behind, or lie, so two must agree that there is no Safe. */
async function nothingKept(own: MessageSignatureParts, proof: Proof): Promise<ProofSignature> {
  const { kind } = await readSignatureWithQuorum(own.rpc, async (node) =>
    (await safeMessage({ ...own, rpc: node }, proof)) === null ? 'none' : 'yes',
  )
  if (kind === 'none') return { kind: 'none' }
  return { kind: 'unknown', words: 'No two independent sources agree whether this address is a Safe.' }
}

async function givenSignature(
  parts: ProofParts,
  { proof }: SignedProof,
  signature: Hex,
): Promise<ProofSignature> {
  const text = proofMessage(proof)
  const checked = await checkTextSignature(parts.rpc, proof.address, text, signature)
  if (checked.kind !== 'wrong') return checked
  // Two nodes have rejected it; the rest only determines the explanation.
  const message = await messageFor({ ...parts, address: proof.address }, text).catch(() => null)
  const claimed = message && (await claimedSigners(message.hash, signature))
  if (message && claimed) return ofSafe(parts, proof, message, claimed, signature)
  const signer = await recoverAddress({ hash: hashMessage(text), signature }).catch(() => null)
  return {
    kind: 'wrong',
    words: signer ? `${checked.words} It would be the signature of ${signer}.` : checked.words,
  }
}

/** A Safe that does not accept its owners' signatures, or did so only in the past. */
async function ofSafe(
  { rpc }: ProofParts,
  { address, issuedAt }: Proof,
  { text, owners, threshold }: SafeText,
  claimed: readonly ClaimedSigner[],
  signature: Hex,
): Promise<ProofSignature> {
  const signers = [...new Set(claimed.map((one) => one.address))]
  const strangers = signers.filter((signer) => !owners.some((owner) => isAddressEqual(owner, signer)))
  if (strangers.length === 0 && signers.length < threshold) {
    // An owner who is only named may not have signed.
    const have = claimed.every(({ by }) => by === 'key') ? signers.length : null
    return { kind: 'collecting', have, need: threshold }
  }
  const then = await blockAt(rpc, issuedAt * 1_000).catch(() => null)
  const past = then === null ? null : await contractSays(rpc, address, hashMessage(text), signature, then)
  if (past?.kind === 'yes') return { kind: 'owners-changed', acceptedAt: past.block, gone: strangers }
  const known = past?.kind === 'no'
  const who = strangers.length > 0 ? `Not an owner: ${strangers.join(', ')}. ` : ''
  return {
    kind: 'wrong',
    words: `The Safe doesn’t accept the signature. ${who}${
      known
        ? `It didn’t at block ${then} either, when the proof was made.`
        : past?.kind === 'none'
          ? 'It wasn’t created yet when the proof was made.'
          : 'We couldn’t read its owners from when the proof was made.'
    }`,
  }
}
