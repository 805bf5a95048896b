import { faultOf, type WalletFault } from './faultSentences.ts'
import { read } from './thrown.ts'

/** A transaction as RainbowKit's list takes it. */
export type RecentTransaction = {
  readonly hash: `0x${string}`
  readonly description: string
  readonly confirmations?: number
}

export type ValidatedTransaction =
  | { ok: true; transaction: RecentTransaction }
  | { ok: false; fault: WalletFault }

/**
 * Checks a transaction before RainbowKit sees it: RainbowKit takes blank descriptions, and throws all its
 * complaints as one text of several lines. The first fault is the one that is told.
 */
export function validTransaction(raw: unknown): ValidatedTransaction {
  const hash = read(raw, 'hash')
  const description = read(raw, 'description')
  const confirmations = read(raw, 'confirmations')
  if (!isHash(hash)) return { ok: false, fault: faultOf('invalid-hash') }
  if (typeof description !== 'string' || isBlank(description)) {
    return { ok: false, fault: faultOf('no-description') }
  }
  if (confirmations === undefined) return { ok: true, transaction: { hash, description } }
  return isPositiveInteger(confirmations)
    ? { ok: true, transaction: { hash, description, confirmations } }
    : { ok: false, fault: faultOf('invalid-confirmations') }
}

function isHash(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
}

/** A text of spaces and invisible characters describes nothing. */
function isBlank(text: string): boolean {
  return /^[\p{Z}\p{C}]*$/u.test(text)
}

function isPositiveInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}
