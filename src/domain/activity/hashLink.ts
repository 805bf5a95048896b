import type { Hash } from 'viem'
import { isHash } from '#chain/hex.ts'
import { unwrapLinks } from '#domain/shared/pastedLink.ts'

/** Before the hash in the link of a page of BscScan, and in that of a receipt. */
const IN_LINK = /(?:\/tx|\/receipt\/56)(?=\/([0-9a-zA-Z]*))/g

/**
 * Parses a transaction hash, or the link of its page on an explorer or of a receipt, with what chats and mails put around
 * it; null if there is none, or more than one.
 */
export function parseHashText(text: string): Hash | null {
  const pasted = unwrapLinks(text)
  const parts = pasted.includes('://')
    ? [...pasted.matchAll(IN_LINK)].map(([, part]) => part)
    : pasted.split(/[^0-9a-zA-Z]+/).filter((part) => part !== '')
  const hashes = new Set(parts.filter(isHash).map((hash) => hash.toLowerCase() as Hash))
  const [hash, ...others] = hashes
  const isAlone = pasted.includes('://') || parts.every(isHash)
  return hash && others.length === 0 && isAlone ? hash : null
}

/** Why a text does not contain a transaction hash, for people. */
export const NO_HASH = 'That’s not a transaction hash. Paste 0x and 64 digits, or a BscScan link.'
