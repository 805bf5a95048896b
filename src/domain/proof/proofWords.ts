import type { ProofSignature } from './checkSignature.ts'
import { handleText } from './Handle.ts'
import type { ProofVerdict } from './judgeProof.ts'
import { domainOf, type Proof } from './Proof.ts'

/** The words shown for a proof. */
export type ProofWords = {
  readonly tone: 'good' | 'info' | 'warn' | 'bad'
  readonly title: string
  readonly text: string
  /** For lists. */
  readonly short: string
}

/** The day of a time, in the person's own calendar. @param seconds since 1970 */
export function dayText(seconds: number): string {
  return new Date(seconds * 1_000).toLocaleDateString(undefined, { dateStyle: 'long' })
}

/** The verdict in words, with the exact reason. @param here host and port of this portal */
export function proofWords(
  proof: Proof,
  verdict: ProofVerdict,
  signature: ProofSignature,
  here: string,
): ProofWords {
  const signed = signatureText(signature)
  switch (verdict) {
    case 'valid':
      return {
        tone: 'good',
        title: `Valid: this account has signed that it belongs to ${handleText(proof.handle)}.`,
        text: signed,
        short: 'Valid',
      }
    case 'wrong-signer':
      return {
        tone: 'bad',
        title: 'Not signed by this account.',
        text: `${signed} Either somebody else signed it, or it was altered afterwards. Do not rely on it.`,
        short: 'Wrong signer',
      }
    case 'owners-changed':
      return {
        tone: 'bad',
        title: 'It held when it was made, and does not any more.',
        text: `${signed} Ask for a new proof.`,
        short: 'Owners changed',
      }
    case 'other-domain':
      return {
        tone: 'bad',
        title: `Made on another portal: ${domainOf(proof)}.`,
        text: `This one is ${here}. Whoever signed it may have been led to a copy of this portal. ${signed}`,
        short: 'Other domain',
      }
    case 'expired':
      return {
        tone: 'warn',
        title: `Expired on ${dayText(proof.expiresAt)}.`,
        text: `Ask for a new one: the account may belong to somebody else by now. ${signed}`,
        short: 'Expired',
      }
    case 'not-yet':
      return {
        tone: 'warn',
        title: `Dated in the future: ${dayText(proof.issuedAt)}.`,
        text: `Its time cannot be right, or the clock of this device is not. ${signed}`,
        short: 'Dated in the future',
      }
    case 'incomplete':
      return { tone: 'warn', title: incompleteTitle(signature), text: signed, short: 'Not complete yet' }
    case 'unknown':
      return {
        tone: 'warn',
        title: 'It cannot be checked now.',
        text: `${signed} Nothing is known of it either way. It is tried again.`,
        short: 'Cannot check now',
      }
  }
}

/** How many owners of a Safe have signed, or that no one has. */
export function incompleteTitle(signature: ProofSignature): string {
  if (signature.kind !== 'collecting') return 'Not signed.'
  const { have, need } = signature
  return have === null || need === null
    ? 'Not complete yet: owners still have to sign.'
    : `Not complete yet: ${have} of ${need} owners signed.`
}

/** The result of the signature check, in a sentence or two. */
export function signatureText(signature: ProofSignature): string {
  switch (signature.kind) {
    case 'valid':
      return validText(signature)
    case 'collecting':
      return 'It is a proof only when as many owners of the Safe have signed as the Safe asks for.'
    case 'none':
      return 'It carries no signature, and this account is no Safe that could keep one.'
    case 'owners-changed': {
      const { acceptedAt, gone } = signature
      const why =
        gone.length > 0
          ? `${gone.join(', ')} signed it and ${gone.length === 1 ? 'is no owner' : 'are no owners'} now.`
          : 'Who signed it are its owners still, so something else was changed: how many it asks for, or what checks a signature.'
      return `The Safe accepted it at block ${acceptedAt}. ${why}`
    }
    case 'wrong':
    case 'unknown':
      return signature.words
  }
}

function validText({ by, block }: Extract<ProofSignature, { kind: 'valid' }>): string {
  switch (by) {
    case 'key':
      return 'Its key has signed exactly this text. That was checked on this device, without asking anybody.'
    case 'contract':
      return `Its contract accepted the signature at block ${block}. That holds while the owners and the number of signatures they need stay the same.`
    case 'future-contract':
      return `The account is not on the chain yet. The Safe or other contract that would be made there accepted the signature, asked at block ${block}.`
    case 'chain':
      return `Its owners have signed by a transaction, which the Safe remembers: read at block ${block}. That stays, also when its owners change.`
  }
}
