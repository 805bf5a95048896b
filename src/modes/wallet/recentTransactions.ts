import * as v from 'valibot'
import type { KeyValueStore } from '#account/Mode.ts'
import { validTransaction } from './validTransaction.ts'

/** RainbowKit keeps its list of recent transactions under this key and reads it unchecked. */
const KEY = 'rk-transactions'

const byAccount = v.record(
  v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)),
  v.record(v.pipe(v.string(), v.regex(/^\d{1,16}$/)), v.array(v.unknown())),
)
const statuses: readonly unknown[] = ['pending', 'confirmed', 'failed']

/** Leaves only what is a transaction, in its place. What cannot be read at all goes. Before RainbowKit starts. */
export function sanitiseRecentTransactions(storage: KeyValueStore): void {
  const stored = storage.getItem(KEY)
  if (stored === null) return
  const clean = cleanList(stored)
  if (clean === null) storage.removeItem(KEY)
  else if (clean !== stored) storage.setItem(KEY, clean)
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
