import * as v from 'valibot'
import type { KeyValueStore } from '#account/Mode.ts'
import type { SignedRequest } from './PaymentRequest.ts'
import { decodeRequest, encodeRequest, MAX_REQUEST_TEXT, requestKey } from './requestLink.ts'

/** A request made or kept in this browser, and the payments that its owner claimed for it. */
export type KeptRequest = SignedRequest & { readonly claimed: readonly string[] }

/**
 * The content of storage or a file. Entries that cannot be read are counted in `unreadable`, never dropped
 * silently.
 */
export type KeptRequests = { readonly requests: readonly KeptRequest[]; readonly unreadable: number }

const KEY = 'portal.requests.56'
/** Beyond this, new requests push out the oldest. */
export const MAX_KEPT = 200
const MAX_CLAIMED = 20

const entry = v.object({
  request: v.pipe(v.string(), v.maxLength(MAX_REQUEST_TEXT)),
  claimed: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[0-9a-z:.-]{1,120}$/))), v.maxLength(MAX_CLAIMED)),
})
const document = v.object({
  kind: v.literal('influencer-portal-requests'),
  version: v.literal(1),
  requests: v.array(v.unknown()),
})

export function readKept(storage: KeyValueStore): KeptRequests {
  const text = storage.getItem(KEY)
  return text === null
    ? { requests: [], unreadable: 0 }
    : (parseKept(text) ?? { requests: [], unreadable: 1 })
}

/** Parses the output of `keptText`, as untrusted input; null if it is something else. */
export function parseKept(text: string): KeptRequests | null {
  try {
    const { requests } = v.parse(document, JSON.parse(text))
    const read = requests.flatMap((raw) => {
      const found = v.safeParse(entry, raw)
      const decoded = found.success ? decodeRequest(found.output.request) : null
      if (!found.success || !decoded?.ok) return []
      const { request, signature, proof } = decoded
      return [{ request, signature, proof, claimed: found.output.claimed }]
    })
    return { requests: merged([], read).slice(0, MAX_KEPT), unreadable: requests.length - read.length }
  } catch {
    return null
  }
}

/** The text for a file or storage. `parseKept` reads it back. */
export function keptText(requests: readonly KeptRequest[]): string {
  return JSON.stringify({
    kind: 'influencer-portal-requests',
    version: 1,
    requests: requests.map((kept) => ({ request: encodeRequest(kept), claimed: kept.claimed })),
  })
}

/**
 * Adds requests, newest first. A request that is already there replaces the older entry and keeps its
 * signature.
 */
export function keep(storage: KeyValueStore, added: readonly KeptRequest[]): readonly KeptRequest[] {
  return write(storage, merged(readKept(storage).requests, added).slice(0, MAX_KEPT))
}

export function forget(storage: KeyValueStore, gone: KeptRequest): readonly KeptRequest[] {
  const key = requestKey(gone.request)
  return write(
    storage,
    readKept(storage).requests.filter(({ request }) => requestKey(request) !== key),
  )
}

function write(storage: KeyValueStore, requests: readonly KeptRequest[]): readonly KeptRequest[] {
  storage.setItem(KEY, keptText(requests))
  return requests
}

function merged(before: readonly KeptRequest[], added: readonly KeptRequest[]): readonly KeptRequest[] {
  const all = new Map(before.map((kept) => [requestKey(kept.request), kept]))
  for (const kept of added) {
    const key = requestKey(kept.request)
    const known = all.get(key)
    const claimed = [...new Set([...(known?.claimed ?? []), ...kept.claimed])].slice(0, MAX_CLAIMED)
    const signature = kept.signature ?? known?.signature ?? null
    all.set(key, { ...kept, signature, claimed })
  }
  return [...all.values()].sort((a, b) => b.request.madeAt - a.request.madeAt)
}
