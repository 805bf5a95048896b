import { type HandleFault, type Platform, platforms } from './Handle.ts'

import { MAX_POST, type PostFault } from './Proof.ts'
import type { PastedRefusal } from './proofDocument.ts'
import type { ProofLinkFault } from './proofLink.ts'
import type { ProofMessageFault } from './proofMessage.ts'

/** The start of a sentence about one wrong field. */
const CHANGED = 'This proof was changed: its'

type Sentences<Fault extends string> = Readonly<Record<Fault, string>>

/** Explains what is wrong with a typed handle. */
export function handleFaultText(platform: Platform, fault: HandleFault): string {
  const { label, shortest, longest } = platforms[platform]
  const isSite = platform === 'website'
  const what = isSite ? 'Website names' : `${label} handles`
  const texts: Sentences<HandleFault> = {
    empty: isSite ? 'Enter the website’s name.' : `Enter your ${label} handle.`,
    'white-space': `${what} have no spaces.`,
    'foreign-characters': 'Use plain letters a to z, digits and keyboard signs. Others can look like them.',
    'too-long': `${what} have at most ${longest} characters.`,
    'other-platform': `That link isn’t from ${label}.`,
    'not-a-profile': isSite
      ? 'That’s one page of a website. Enter its name alone, such as ada.example.'
      : `That’s not a profile on ${label}. Enter the handle alone.`,
    port: 'Remove the port from the link.',
    'too-short': `${what} have at least ${shortest} characters.`,
    'no-dot': 'Website names have a dot, such as ada.example.',
    'ip-address': 'That’s an IP address. Enter a website name.',
    form: `${what} aren’t written like this.`,
    reserved: `This word belongs to ${label} itself. It’s not a handle.`,
  }
  return texts[fault]
}

/** Explains what is wrong with the typed address of a post. */
export const postFaultText: Sentences<PostFault> = {
  'white-space': 'The post link has spaces or line breaks.',
  'foreign-characters': 'The post link has characters that no link has. Copy it from the browser.',
  'too-long': `The post link has over ${MAX_POST} characters. Remove what follows the “?”.`,
  'not-https': 'The post link must start with https://.',
  credentials: 'The post link contains a name or password.',
  port: 'The post link contains a port.',
  fragment: 'The post link contains a “#”. Remove it and what follows.',
  'other-host': 'This post is on another site than your handle.',
  'not-a-post': 'That’s the front page, not a post.',
  'other-author': 'This post is by somebody else. Use one of your own handle.',
  'not-canonical': 'The post link isn’t written as a browser writes it. Copy it from there.',
}

/** Why a link is not shown as a proof, for people. */
export const proofLinkFaultText: Sentences<ProofLinkFault> = {
  empty: 'This link holds no proof. Ask for it again.',
  'too-long': 'This link is longer than any proof.',
  'white-space': 'This link has spaces or line breaks. Copy the whole link again.',
  'percent-encoded': 'This link was re-encoded on its way (it has % signs). Copy it from where it was made.',
  'foreign-characters': 'This link has characters that no proof has. Copy the whole link again.',
  damaged: 'This link is incomplete or was changed. Copy the whole link again.',
  'unknown-version': 'This link was made by another version, which we can’t read.',
  'other-chain': 'This proof is for another network. We support BNB Smart Chain only.',
  address: `${CHANGED} address is invalid.`,
  platform: 'This proof names a platform that we don’t know.',
  name: `${CHANGED} handle is invalid.`,
  uri: `${CHANGED} site is invalid.`,
  nonce: `${CHANGED} nonce is invalid.`,
  'issued-at': `${CHANGED} creation date is invalid.`,
  'expires-at': `${CHANGED} expiry date is invalid.`,
  post: `${CHANGED} post link is invalid.`,
  signature: `${CHANGED} signature has the wrong length.`,
  'unknown-field': 'This link has a part that we don’t know.',
  'not-canonical': 'This link was altered.',
}

/** Why a message is not shown as a proof, for people. */
export const proofMessageFaultText: Sentences<ProofMessageFault> = {
  'not-eip-4361': 'The text is incomplete. Copy it again, from its first line to its last.',
  'other-chain': 'This proof is for another network. We support BNB Smart Chain only.',
  address: `${CHANGED} address is invalid.`,
  'other-statement': `${CHANGED} text doesn’t say that an address belongs to a handle.`,
  uri: `${CHANGED} site is invalid.`,
  'other-domain': `${CHANGED} text names two different sites.`,
  nonce: `${CHANGED} nonce is invalid.`,
  times: `${CHANGED} dates are invalid.`,
  'other-resources': `${CHANGED} links don’t fit the handle.`,
  'not-canonical': `${CHANGED} text has a line that no proof has.`,
}

/** Why a pasted text is not shown as a proof, for people. */
export function pastedFaultText(refusal: PastedRefusal): string {
  switch (refusal.fault) {
    case 'empty':
      return 'Paste a proof link or text.'
    case 'too-long':
      return 'This text is longer than any proof.'
    case 'other-link':
      return 'This link doesn’t lead to a proof.'
    case 'no-proof':
      return 'Paste the whole link or text.'
    case 'signature':
      return `${CHANGED} signature is incomplete.`
    case 'no-code':
      return 'The code below the signature is missing. Copy the text again, to its end.'
    case 'altered':
      return `${CHANGED} code doesn’t fit the address and handle.`
    case 'layout':
      return 'The text has something that no proof has. Copy it again, whole and alone.'
    case 'link':
      return proofLinkFaultText[refusal.detail]
    case 'message':
      return proofMessageFaultText[refusal.detail.fault]
  }
}
