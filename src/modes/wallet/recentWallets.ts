import * as v from 'valibot'
import type { KeyValueStore } from '#account/Mode.ts'

/** RainbowKit keeps the wallets that were used here under this key and reads them unchecked. */
const KEY = 'rk-recent'

const anyList = v.array(v.unknown())

/** Wallet ids consist of letters, digits and underscores. */
export function isWalletId(value: unknown): value is string {
  return typeof value === 'string' && /^[a-zA-Z0-9_]+$/.test(value)
}

/** Leaves only wallet ids, each once, in the stored list of recent wallets. To be called before RainbowKit starts. */
export function sanitiseRecentWallets(storage: KeyValueStore): void {
  const stored = storage.getItem(KEY)
  if (stored === null) return
  const ids = [...new Set(readList(stored).filter(isWalletId))]
  const clean = JSON.stringify(ids)
  if (ids.length === 0) storage.removeItem(KEY)
  else if (clean !== stored) storage.setItem(KEY, clean)
}

function readList(stored: string): readonly unknown[] {
  try {
    return v.parse(anyList, JSON.parse(stored))
  } catch {
    return []
  }
}
