import * as v from 'valibot'
import { isLowerAddress } from '#chain/hex.ts'
import type { BrowserStorage } from '#storage/KeyValueStore.ts'
import { accountKey, browserKey } from '#storage/keys.ts'
import { parseJson, persisted } from '#storage/persisted.ts'
import type { KindName } from './backupFile.ts'
import type { KindPlan } from './restore.ts'

/** Reminds again after this many further entries. */
const EVERY = 10

const size = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const document = v.object({
  version: v.literal(1),
  /** ms since the epoch, of the last backup from this browser. */
  savedAt: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15))),
  /** The number of entries when a person last made a backup or put off the reminder. */
  count: size,
})

const stored = (storage: BrowserStorage) => persisted(storage, browserKey('backup'), document)

/**
 * Counts the entries that a person would miss: people, requests, proofs, payouts and reminders. It counts the lists
 * without parsing their entries.
 */
function countKept(storage: BrowserStorage): number {
  const length = (key: string) => {
    const found: unknown = parseJson(storage.getItem(key) ?? '', v.unknown())
    if (Array.isArray(found)) return found.length
    const lists = typeof found === 'object' && found !== null ? Object.values(found) : []
    return lists.reduce<number>((sum, list) => (Array.isArray(list) ? sum + list.length : sum), 0)
  }
  return storage
    .keys()
    .filter(isCounted)
    .reduce((sum, key) => sum + length(key), 0)
}

const lists: ReadonlySet<string> = new Set(
  (['people.56', 'requests.56', 'proofs.56', 'templates.56'] as const).map(browserKey),
)
const payouts = accountKey('payouts', '')

/** True for the key of a list, of this browser or of one account. */
function isCounted(key: string): boolean {
  return lists.has(key) || (key.startsWith(payouts) && isLowerAddress(key.slice(payouts.length)))
}

/** How many entries were added since the last backup, if that is worth a reminder; else null. */
export function backupDue(storage: BrowserStorage): number | null {
  const added = countKept(storage) - (stored(storage).read()?.count ?? 0)
  return added >= EVERY ? added : null
}

/** When this browser last made a backup, in ms since the epoch; null if it never did. */
export function lastBackup(storage: BrowserStorage): number | null {
  return stored(storage).read()?.savedAt ?? null
}

/**
 * Starts counting anew.
 * @param savedAt when a backup was made, in ms since the epoch; null if the reminder was put off
 */
export function noteBackup(storage: BrowserStorage, savedAt: number | null): void {
  stored(storage).write({
    version: 1,
    savedAt: savedAt ?? lastBackup(storage),
    count: countKept(storage),
  })
}

const countedKinds: readonly KindName[] = ['people', 'requests', 'proofs', 'templates', 'payouts']

/** Counts on after a file was restored: what the file has needs no backup, and everything else still does. */
export function noteRestored(storage: BrowserStorage, kinds: readonly KindPlan[]): void {
  const restored = kinds.filter(({ name }) => countedKinds.includes(name))
  const sumOf = (part: (kind: KindPlan) => number) => restored.reduce((sum, kind) => sum + part(kind), 0)
  const { savedAt, count } = stored(storage).read() ?? { savedAt: null, count: 0 }
  const all = countKept(storage)
  const added = sumOf((kind) => kind.added.length)
  const others = all - added - sumOf(({ changed, same }) => changed.length + same)
  stored(storage).write({
    version: 1,
    savedAt,
    count: all - Math.max(0, Math.min(all - added - count, others)),
  })
}
