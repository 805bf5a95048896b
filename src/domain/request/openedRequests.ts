import * as v from 'valibot'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import { parseJson } from '#storage/persisted.ts'

const KEY = browserKey('opened.56')

/** The number of requests for which the first opening is remembered. Beyond it, the earliest are dropped. */
const MOST = 1_000

const document = v.record(
  v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(8.64e15)),
)

/**
 * When this browser first opened a request, in ms since the epoch. The first call remembers `now`. The author of a
 * link can choose any time in it, so it is never used without this one.
 * @param id see `requestId`
 */
export function firstOpenedAt(storage: KeyValueStore, id: string, now: number): number {
  const opened = parseJson(storage.getItem(KEY) ?? '{}', document) ?? {}
  const before = opened[id]
  if (before !== undefined && before <= now) return before
  const all = [...Object.entries(opened).filter(([other]) => other !== id), [id, now] as const]
  const kept = all.toSorted(([, a], [, b]) => b - a).slice(0, MOST)
  storage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)))
  return now
}
