import * as v from 'valibot'
import { keptList } from '#domain/shared/keptList.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import { parseJson } from '#storage/persisted.ts'
import type { SignedRequest } from './PaymentRequest.ts'
import { decodeRequest, encodeRequest, MAX_REQUEST_TEXT, requestKey } from './requestLink.ts'

/** A request made or kept in this browser, and the payments that its owner claimed for it. */
export type KeptRequest = SignedRequest & {
  readonly claimed: readonly string[]
  /** Its maker has seen it paid, so nothing about it is news. */
  readonly seen?: boolean
}

const MAX_CLAIMED = 20

const entry = v.object({
  request: v.pipe(v.string(), v.maxLength(MAX_REQUEST_TEXT)),
  claimed: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[0-9a-z:.-]{1,120}$/))), v.maxLength(MAX_CLAIMED)),
  seen: v.optional(v.literal(true)),
})

/** The requests of this browser. A request that is kept again keeps its signature and its claimed payments. */
export const keptRequests = keptList<KeptRequest>({
  key: browserKey('requests.56'),
  name: 'requests',
  max: 200,
  idOf: ({ request }) => requestKey(request),
  timeOf: ({ request }) => request.madeAt,
  parse(raw) {
    const found = v.safeParse(entry, raw)
    const decoded = found.success ? decodeRequest(found.output.request) : null
    if (!found.success || !decoded?.ok) return null
    const { request, signature, proof } = decoded
    const { claimed, seen } = found.output
    return { request, signature, proof, claimed, ...(seen && { seen }) }
  },
  format: (kept) => ({
    request: encodeRequest(kept),
    claimed: kept.claimed,
    ...(kept.seen && { seen: true }),
  }),
  merge: (known, added) => ({
    ...added,
    ...((added.seen || known?.seen) && { seen: true }),
    signature: added.signature ?? known?.signature ?? null,
    claimed: [...new Set([...(known?.claimed ?? []), ...added.claimed])].slice(0, MAX_CLAIMED),
  }),
})

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
