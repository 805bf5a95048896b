import type { Hash } from 'viem'

/** Parses a transaction hash, or the URL of its page on an explorer; null if there is none. */
export function parseHashText(text: string): Hash | null {
  const trimmed = text.trim()
  const found = /^https?:\/\//i.test(trimmed)
    ? /\/tx\/(0x[0-9a-fA-F]{64})(?:[/?#]|$)/.exec(trimmed)?.[1]
    : trimmed
  return found && /^0x[0-9a-fA-F]{64}$/.test(found) ? (found.toLowerCase() as Hash) : null
}

/** Why a text does not contain a transaction hash, for people. */
export const NO_HASH = 'That’s not a transaction hash. Paste 0x and 64 digits, or a BscScan link.'
