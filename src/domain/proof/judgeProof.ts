import type { Address, Hex } from 'viem'
import { day, plural } from '#domain/shared/format.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { handleText } from './Handle.ts'
import type { CodeAnswer } from './keptProofs.ts'
import { domainOf, otherAuthor, type Proof } from './Proof.ts'

/** The verdict on a readable proof. Only `valid` is a proof. */
export type ProofVerdict =
  | 'valid'
  | 'wrong-signer'
  | 'owners-changed'
  | 'other-domain'
  | 'expired'
  | 'not-yet'
  | 'incomplete'
  | 'unknown'

/** A person's clock may be behind by this long (s). */
const CLOCK_SLACK = 600

/**
 * Judges a proof: first who signed it, then where it was made, then when. An unknown result is never called
 * wrong, and a fault in the text itself is not turned into "unknown" by an unreachable chain.
 * @param here host and port of this portal
 * @param nowMs ms since 1970
 */
export function judgeProof(
  proof: Proof,
  signature: ProofSignature,
  here: string,
  nowMs: number,
): ProofVerdict {
  if (signature.kind === 'wrong') return 'wrong-signer'
  if (signature.kind === 'owners-changed') return 'owners-changed'
  if (domainOf(proof) !== here) return 'other-domain'
  const now = nowMs / 1_000
  if (now >= proof.expiresAt) return 'expired'
  if (now + CLOCK_SLACK < proof.issuedAt) return 'not-yet'
  if (signature.kind === 'unknown') return 'unknown'
  return signature.kind === 'valid' ? 'valid' : 'incomplete'
}

/** The verdict on a proof in a list. */
export const verdictNames: Readonly<Record<ProofVerdict, string>> = {
  valid: 'Signed',
  'wrong-signer': 'Wrong signer',
  'owners-changed': 'Owners changed',
  'other-domain': 'Other domain',
  expired: 'Expired',
  'not-yet': 'Dated in the future',
  incomplete: 'Not complete yet',
  unknown: 'Can’t check now',
}

/** The day of a time, in the person's own calendar. @param seconds since 1970 */
export function dayText(seconds: number): string {
  return day(seconds * 1_000)
}

/** The verdict in words, with the exact reason. @param here host and port of this portal */
export function proofWords(
  proof: Proof,
  verdict: ProofVerdict,
  signature: ProofSignature,
  here: string,
): StatusText {
  const signed = signatureText(signature)
  switch (verdict) {
    case 'valid':
      return {
        tone: 'good',
        title: `Signed by this address. Not yet checked: does ${handleText(proof.handle)} agree?`,
        text: signed,
      }
    case 'wrong-signer':
      return {
        tone: 'bad',
        title: 'Not signed by this address.',
        text: `${signed} Someone else signed it, or it was changed later. Don’t rely on it.`,
      }
    case 'owners-changed':
      return {
        tone: 'bad',
        title: `No longer valid: the Safe’s ${changed(signature)} changed.`,
        text: `${signed} Ask for a new proof.`,
      }
    case 'other-domain':
      return {
        tone: 'bad',
        title: `Made on ${domainOf(proof)}, not here.`,
        text: `It could be a copycat site. This one is ${here}. ${signed}`,
      }
    case 'expired':
      return {
        tone: 'warn',
        title: `Expired on ${dayText(proof.expiresAt)}.`,
        text: `Ask for a new one: the address may have changed hands. ${signed}`,
      }
    case 'not-yet':
      return {
        tone: 'warn',
        title: `Dated in the future: ${dayText(proof.issuedAt)}.`,
        text: `Its date or the clock of this device is wrong. ${signed}`,
      }
    case 'incomplete':
      return { tone: 'warn', title: incompleteTitle(signature), text: signed }
    case 'unknown':
      return {
        tone: 'warn',
        title: 'We can’t check it right now.',
        text: `${signed} We can’t say either way. We’ll try again.`,
      }
  }
}

function changed(signature: ProofSignature): string {
  return signature.kind === 'owners-changed' && signature.gone.length === 0 ? 'signing rules' : 'owners'
}

/** How many owners of a Safe have signed, or that nobody has. */
function incompleteTitle(signature: ProofSignature): string {
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
      return 'It’s a proof only once enough owners of the Safe have signed.'
    case 'none':
      return 'It has no signature, and this address isn’t a Safe that could keep one.'
    case 'owners-changed': {
      const { acceptedAt, gone } = signature
      const why =
        gone.length > 0
          ? `${gone.join(', ')} signed it and ${plural(gone.length, 'isn’t an owner', 'aren’t owners')} now.`
          : 'Those who signed are still owners, so something else changed, such as how many must sign.'
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
      return 'Signature verified in your browser.'
    case 'contract':
      return `Its contract accepted the signature at block ${block}. Valid while its owners and their number of signatures stay the same.`
    case 'delegate':
      return `This wallet runs a contract’s code, which accepted the signature at block ${block}. Valid while it runs the same one.`
    case 'future-contract':
      return `The contract at this address isn’t created yet. As it would be created, it accepted the signature at block ${block}.`
    case 'chain':
      return `Its owners signed with a transaction, which the Safe records (read at block ${block}). It stays valid when owners change.`
  }
}

/** The current validity of a proof's signature. */
export type ProofSignature =
  | {
      readonly kind: 'valid'
      /** `chain`: the Safe's contract recorded that its owners signed, which stays valid when they change. */
      readonly by: 'key' | 'contract' | 'delegate' | 'future-contract' | 'chain'
      /** It was valid at this block; null for a key, whose signature stays valid. */
      readonly block: bigint | null
      /** The signature stored in the Safe's message service, for a proof without one. */
      readonly found?: Hex
    }
  /** More owners of the Safe must sign; null if their number could not be read. */
  | { readonly kind: 'collecting'; readonly have: number | null; readonly need: number | null }
  /** It has no signature, and its account is not a Safe that could keep one. */
  | { readonly kind: 'none' }
  /** The Safe accepted it at the block `acceptedAt`, when the proof was made, but no longer does. */
  | { readonly kind: 'owners-changed'; readonly acceptedAt: bigint; readonly gone: readonly Address[] }
  | { readonly kind: 'wrong'; readonly words: string }
  /** It could not be determined. Never treated as invalid or as valid. */
  | { readonly kind: 'unknown'; readonly words: string }

/** The place of the code, within a sentence. */
export function codePlace({ post, handle }: Proof): string {
  if (handle.platform === 'website') return 'on the website'
  return post ? 'on the profile or in the post' : 'on the profile'
}

/**
 * The status of a proof for one reader: its signature, checked here, and its code, which only they can look for.
 * A signature alone is half a proof, because anyone can sign a text with any handle. A proof is complete only once
 * its reader has seen the code, and an answer never makes up for an invalid signature. An answer from a file does not
 * count.
 */
export function proofStatus(proof: Proof, words: StatusText, given: CodeAnswer | null): StatusText {
  const answer = given?.isRestored ? null : given
  const { tone, title } = words
  if (tone === 'bad') return words
  const author = otherAuthor(proof)
  if (author !== null) {
    return {
      tone: 'bad',
      title: 'Its post is by somebody else',
      text: `It claims to be ${handleText(proof.handle)}, but leads to a post by @${author}. Don’t rely on it.`,
    }
  }
  if (answer && !answer.isThere) {
    return {
      tone: 'bad',
      title: 'Code not found',
      text: `You didn’t see it ${codePlace(proof)}. Anyone could have made this claim. Don’t rely on it.`,
    }
  }
  if (tone !== 'good') return { ...words, tone: 'warn' }
  if (!answer) {
    return {
      tone: 'warn',
      title: '1 of 2 checked',
      text: [
        title,
        'Anyone can sign a text with this handle, so look for the code there.',
        ...(given ? ['A backup file says that you looked for it. Look again.'] : []),
      ].join('\n'),
    }
  }
  return {
    tone: 'good',
    title: 'You confirmed it',
    text: `This address signed that it belongs to ${handleText(proof.handle)}, and you saw the code ${codePlace(proof)}.`,
  }
}
