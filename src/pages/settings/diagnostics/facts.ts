import type { Connection, HandshakeEvent } from '#account/connection.ts'
import { count, timeZone } from '#domain/shared/format.ts'
import type { Keeping } from '#storage/KeyValueStore.ts'
import { isPortalKey } from '#storage/keys.ts'

/** A service's answer. `status` is null if there was none. */
export type ServiceReading = {
  readonly host: string
  readonly ms: number
  readonly status: number | null
  readonly fault: string | null
  /** Its description of itself, in words. */
  readonly about: string | null
}

/** The portal's data in the browser: names and sizes, no values. */
type StorageReading = {
  readonly keys: readonly { readonly key: string; readonly characters: number }[]
  /** Keys of the same origin that are not the portal's. */
  readonly others: number
  /** False if the browser blocks access. */
  readonly readable: boolean
  /** Bytes; null if the browser does not report it. */
  readonly usage: number | null
  readonly quota: number | null
}

/** The browser that runs the page. */
type BrowserFacts = {
  readonly userAgent: string
  readonly viewport: string
  readonly languages: string
  readonly timeZone: string
}

/** All facts of the page; null if not read yet. */
export type DiagnosticFacts = {
  readonly version: string
  /** ms since the epoch of the last complete check. */
  readonly checkedAt: number | null
  readonly connection: Connection
  readonly handshake: readonly HandshakeEvent[]
  /** Whether the page's own server limits who may frame it; null if unknown. */
  readonly framing: 'limited' | 'open' | null
  readonly keeping: Keeping
  readonly endpoints: readonly {
    readonly url: string
    readonly operator: string
    readonly reading: EndpointReading | null
  }[]
  readonly gateway: { readonly host: string; readonly reading: ServiceReading | null }
  /** Null if none is configured. */
  readonly txService: { readonly host: string; readonly reading: ServiceReading | null } | null
  readonly storage: StorageReading | null
  readonly browser: BrowserFacts
}

/**
 * Whether a response header limits who may frame the page. A meta element cannot, so this depends on the host
 * (`docs/hosting.md`). Null without an answer.
 */
export async function readFraming(): Promise<DiagnosticFacts['framing']> {
  try {
    const { headers, ok } = await fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' })
    if (!ok) return null
    return headers.get('Content-Security-Policy')?.includes('frame-ancestors ') ? 'limited' : 'open'
  } catch {
    return null
  }
}

/** The browser's storage and quota; both can be missing or forbidden. */
type StorageSeams = {
  readonly open: () => Storage
  readonly estimate: () => Promise<StorageEstimate> | undefined
}

const here: StorageSeams = {
  open: () => window.localStorage,
  // Outside a secure context there is no storage manager, despite the types.
  estimate: () => (navigator.storage as StorageManager | undefined)?.estimate?.(),
}

/** Our keys in the browser's storage and their sizes, without values. Never throws. */
export async function readStorage({ open, estimate }: StorageSeams = here): Promise<StorageReading> {
  const keys: { key: string; characters: number }[] = []
  let others = 0
  let readable = true
  try {
    const store = open()
    for (let index = 0; index < store.length; index++) {
      const key = store.key(index) ?? ''
      if (isPortalKey(key)) keys.push({ key: key.slice(0, 200), characters: store.getItem(key)?.length ?? 0 })
      else others++
    }
  } catch {
    readable = false
  }
  keys.sort((a, b) => (a.key < b.key ? -1 : 1))
  const { usage, quota } =
    (await Promise.resolve()
      .then(estimate)
      .catch(() => undefined)) ?? {}
  return { keys, others, readable, usage: usage ?? null, quota: quota ?? null }
}

/** The browser's description of itself. */
export function readBrowser(): BrowserFacts {
  return {
    userAgent: navigator.userAgent,
    viewport: `${window.innerWidth} × ${window.innerHeight} px, ${window.devicePixelRatio} per CSS px`,
    languages: navigator.languages.join(', '),
    timeZone: timeZone(),
  }
}

/** One line of the page and of the report; `tone` only if there is something to judge. */
export type Line = {
  readonly name: string
  readonly value: string
  readonly tone?: 'good' | 'wait' | 'warn' | 'bad' | 'none'
}

/** Turns words that follow a name into a sentence of their own. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Block ranges tested with `eth_getLogs`. */
export const LOG_RANGES = [1, 50, 500, 5_000] as const
/** Batch sizes tested: calls per request. */
export const BATCH_SIZES = [3, 10, 25] as const

/** The result of one check. A no means that it failed twice. */
export type ReadingCheck =
  | { readonly kind: 'yes'; readonly ms: number }
  /** `short` fits into a cell; `why` follows the name of the endpoint or service: "answers HTTP 503". */
  | { readonly kind: 'no'; readonly short: string; readonly why: string }

/** The checks of one endpoint or service. A missing one was skipped, because an earlier one failed. */
export type ReadingChecks<Question extends string> = { readonly [Q in Question]?: ReadingCheck }

export type EndpointQuestion =
  | 'chain'
  | 'finalized'
  | 'receipt'
  | `logs${(typeof LOG_RANGES)[number]}`
  | `batch${(typeof BATCH_SIZES)[number]}`
  | 'call'
  | 'code'

/** Every check of an endpoint, in table order. */
export const endpointQuestions: readonly { readonly label: string; readonly of: EndpointQuestion }[] = [
  { label: 'serves chain 56', of: 'chain' },
  { label: 'final block', of: 'finalized' },
  { label: 'receipt', of: 'receipt' },
  ...LOG_RANGES.map((range) => ({
    label: `logs of ${count(range, 'block')}`,
    of: `logs${range}` as const,
  })),
  ...BATCH_SIZES.map((size) => ({ label: `batch of ${size} eth_call`, of: `batch${size}` as const })),
  { label: 'eth_call', of: 'call' },
  { label: 'eth_getCode', of: 'code' },
]

/** The results of one RPC endpoint, checked separately. */
export type EndpointReading = {
  /** The chain id that it reports. */
  readonly chainId: number | null
  /**
   * Its newest block, the time of that block (seconds since the epoch) and when it was reported (ms since the
   * epoch).
   */
  readonly head: { readonly number: number; readonly time: number; readonly at: number } | null
  /** Number of its final block. */
  readonly final: number | null
  /** The whole receipt as text: two operators agree if it is the same. */
  readonly receipt: string | null
  readonly checks: ReadingChecks<EndpointQuestion>
}

/** An endpoint as a web page sees it. */
export type SeenEndpoint = {
  readonly url: string
  readonly operator: string
  readonly reading: EndpointReading
}
