import * as v from 'valibot'
import { isHash } from '#chain/hex.ts'
import { writtenAddress } from '#chain/schemas.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { recentTransactionsKey, recentWalletsKey } from '#storage/keys.ts'
import { faultOf, read, type WalletFault } from './faultSentences.ts'

const anyList = v.array(v.unknown())

/** Wallet ids consist of letters, digits and underscores. */
export function isWalletId(value: unknown): value is string {
  return typeof value === 'string' && /^[a-zA-Z0-9_]+$/.test(value)
}

/** Keeps only unique wallet ids in the stored list of recent wallets. Call it before RainbowKit starts. */
export function sanitiseRecentWallets(storage: KeyValueStore): void {
  const stored = storage.getItem(recentWalletsKey)
  if (stored === null) return
  const ids = [...new Set(readList(stored).filter(isWalletId))]
  const clean = JSON.stringify(ids)
  if (ids.length === 0) storage.removeItem(recentWalletsKey)
  else if (clean !== stored) storage.setItem(recentWalletsKey, clean)
}

function readList(stored: string): readonly unknown[] {
  try {
    return v.parse(anyList, JSON.parse(stored))
  } catch {
    return []
  }
}

/** A transaction in the format of RainbowKit's list. */
type RecentTransaction = {
  readonly hash: `0x${string}`
  readonly description: string
  readonly confirmations?: number
}

type ValidatedTransaction = { ok: true; transaction: RecentTransaction } | { ok: false; fault: WalletFault }

/**
 * Validates a transaction before RainbowKit sees it. RainbowKit accepts blank descriptions, and throws all
 * its complaints as one multi-line text. Only the first fault is reported.
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

/** A text of spaces and invisible characters counts as blank. */
function isBlank(text: string): boolean {
  return /^[\p{Z}\p{C}]*$/u.test(text)
}

function isPositiveInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}

const byAccount = v.record(
  writtenAddress,
  v.record(v.pipe(v.string(), v.regex(/^\d{1,16}$/)), v.array(v.unknown())),
)
const statuses: readonly unknown[] = ['pending', 'confirmed', 'failed']

/**
 * Keeps only valid transactions, in place, and removes an unreadable list. Call it before RainbowKit starts.
 */
export function sanitiseRecentTransactions(storage: KeyValueStore): void {
  const stored = storage.getItem(recentTransactionsKey)
  if (stored === null) return
  const clean = cleanList(stored)
  if (clean === null) storage.removeItem(recentTransactionsKey)
  else if (clean !== stored) storage.setItem(recentTransactionsKey, clean)
}

function cleanList(stored: string): string | null {
  try {
    const accounts = Object.entries(v.parse(byAccount, JSON.parse(stored)))
    const clean = accounts.map(([account, chains]) => [
      account,
      Object.fromEntries(Object.entries(chains).map(([chain, list]) => [chain, list.filter(isListed)])),
    ])
    return JSON.stringify(Object.fromEntries(clean))
  } catch {
    return null
  }
}

function isListed(item: unknown): boolean {
  return validTransaction(item).ok && statuses.includes((item as { status?: unknown }).status)
}

/**
 * Returns the accent colour of a wallet's icon, `#rgb` or `#rrggbb`. Anything else throws while the wallets
 * are being assembled: the colour goes into a style, and a wrong one is a bug.
 */
export function validAccentColour(colour: unknown, wallet: string): `#${string}` {
  if (!isHexColour(colour))
    throw new Error(`Property \`iconAccent\` is not a hex value for wallet: ${wallet}`)
  return colour
}

function isHexColour(value: unknown): value is `#${string}` {
  return typeof value === 'string' && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)
}
