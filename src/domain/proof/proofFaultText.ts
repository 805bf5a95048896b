import type { HandleFault } from './Handle.ts'
import { MAX_SIGNATURE, MIN_SIGNATURE } from './Proof.ts'
import { type Platform, platforms } from './platforms.ts'
import { MAX_POST, type PostFault } from './post.ts'
import type { PastedRefusal } from './proofDocument.ts'
import type { ProofLinkFault } from './proofLink.ts'
import type { ProofMessageFault } from './proofMessage.ts'

type Sentences<Fault extends string> = Readonly<Record<Fault, string>>

/** What is wrong with a typed handle, for people. */
export function handleFaultText(platform: Platform, fault: HandleFault): string {
  const { label, shortest, longest } = platforms[platform]
  const what = platform === 'website' ? 'The name of a website' : `A name on ${label}`
  const texts: Sentences<HandleFault> = {
    empty: platform === 'website' ? 'Enter the name of the website.' : `Enter the name on ${label}.`,
    'white-space': `${what} has no spaces in it.`,
    'foreign-characters': `${what} is read here in the letters a to z, digits and signs of a plain keyboard only: other letters can look like them.`,
    'too-long': `${what} has ${longest} characters at the most.`,
    'other-platform': `This is not an address of ${label}.`,
    'not-a-profile':
      platform === 'website'
        ? 'This is a page of a website. Enter the name of the website alone, such as ada.example.'
        : `This is not the address of a profile on ${label}. Enter the name alone.`,
    port: 'The address has a port in it. Enter it without.',
    'too-short': `${what} has ${shortest} characters at the least.`,
    'no-dot': 'The name of a website has a dot in it, such as ada.example.',
    'ip-address': 'This is the address of a machine, not the name of a website.',
    form: `${what} is not written like this.`,
    reserved: `This word is used by ${label} itself; it is nobody’s name.`,
  }
  return texts[fault]
}

/** What is wrong with the typed address of a post, for people. */
export const postFaultText: Sentences<PostFault> = {
  'white-space': 'The address of the post has spaces or line breaks in it.',
  'foreign-characters':
    'The address of the post has characters that no address has. Copy it from the browser.',
  'too-long': `The address of the post has more than ${MAX_POST} characters. Leave out what follows its “?”.`,
  'not-https': 'The address of the post does not begin with https://.',
  credentials: 'The address of the post has a name or a password in it.',
  port: 'The address of the post has a port in it.',
  fragment: 'The address of the post has a “#” in it. Leave out the “#” and what follows.',
  'other-host': 'The post does not stand where this handle posts.',
  'not-a-post': 'This is the front page, not a post.',
  'not-canonical': 'The address of the post is not written as a browser writes it. Copy it from there.',
}

/** Why a link is not shown as a proof, for people. */
export const proofLinkFaultText: Sentences<ProofLinkFault> = {
  empty: 'The link carries no proof. Ask for it again.',
  'too-long': 'The link is longer than any proof of this portal.',
  'white-space': 'The link has spaces or line breaks in it. Copy it again, whole and in one piece.',
  'percent-encoded':
    'The link was encoded on its way (it has % signs in it). Copy it from where it was made.',
  'foreign-characters': 'The link has characters that no proof has. Copy it again from where it came from.',
  damaged: 'A character of the link was changed or is missing.',
  'unknown-version': 'The link was made by another version of the portal that this one cannot read.',
  'other-chain': 'This proof is for another network. The portal knows accounts on BNB Smart Chain only.',
  address: 'The account is not a whole, checksummed address.',
  platform: 'The proof names a platform that this portal does not know.',
  name: 'The name is not one that its platform gives.',
  uri: 'The address of the portal that asked for the signature is not one that a portal has.',
  nonce: 'The number used once is not sixteen letters and digits.',
  'issued-at': 'The time at which it was made is not a time that can be.',
  'expires-at': 'The time at which it ends is not within 366 days of when it was made.',
  post: 'The address of the post is not one of the platform’s, or is not written as a browser writes it.',
  signature: `The signature is empty, or does not have ${MIN_SIGNATURE} to ${MAX_SIGNATURE} bytes.`,
  'unknown-field': 'The link carries a field that this portal does not know, or one in the wrong place.',
  'not-canonical': 'The link says what it says in another way than the portal writes it.',
}

/** Why a message is not shown as a proof, for people. */
export const proofMessageFaultText: Sentences<ProofMessageFault> = {
  'not-eip-4361': 'The message is cut or damaged. Copy it again, from its first line to its last.',
  'other-chain': 'The message is for another network. The portal knows accounts on BNB Smart Chain only.',
  address: 'A letter of the address was changed, or it is the address zero.',
  'other-statement': 'The message says something else than that an account belongs to a handle.',
  uri: 'The address of the portal that asked for the signature is not one that a portal has.',
  'other-domain': 'The message names one domain and the address of another: it was altered.',
  nonce: 'The number used once is not sixteen letters and digits.',
  times: 'The times are missing, not in whole seconds, or more than 366 days from each other.',
  'other-resources':
    'The message does not name the profile of its handle, or names something besides it and a post.',
  'not-canonical': 'The message has a line that no proof has.',
}

/** Why a pasted text is not shown as a proof, for people. */
export function pastedFaultText(refusal: PastedRefusal): string {
  switch (refusal.fault) {
    case 'empty':
      return 'Paste the link or the text of a proof.'
    case 'too-long':
      return 'This text is longer than any proof.'
    case 'other-link':
      return 'This link does not lead to a proof.'
    case 'no-proof':
      return 'This is neither the link nor the text of a proof.'
    case 'signature':
      return `The signature is cut or changed: it does not have ${MIN_SIGNATURE} to ${MAX_SIGNATURE} bytes in small hexadecimal digits.`
    case 'no-code':
      return 'The code below the signature is missing. Copy the text again, to its end.'
    case 'altered':
      return 'The code does not fit the account and the handle: one of them was altered.'
    case 'layout':
      return 'There is something in this text that no proof has. Copy it again, whole and alone.'
    case 'link':
      return proofLinkFaultText[refusal.detail]
    case 'message':
      return proofMessageFaultText[refusal.detail.fault]
  }
}
