import type { Hash } from 'viem'
import { isHash } from '#chain/hex.ts'

/** Parses a transaction hash, or the URL of its page on an explorer; null if there is none. */
export function parseHashText(text: string): Hash | null {
  const trimmed = text.trim()
  const found = /^https?:\/\//i.test(trimmed)
    ? [...trimmed.matchAll(/\/tx(?=\/([^/?#]*))/g)].map(([, part]) => part).find(isHash)
    : trimmed
  return isHash(found) ? (found.toLowerCase() as Hash) : null
}

/** Why a text does not contain a transaction hash, for people. */
export const NO_HASH = 'That’s not a transaction hash. Paste 0x and 64 digits, or a BscScan link.'
