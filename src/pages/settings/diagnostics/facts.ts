import type { Connection, HandshakeEvent } from '#account/connection.ts'
import { timeZone } from '#domain/shared/format.ts'
import type { EndpointReading } from '#pages/settings/diagnostics/endpoints/reading.ts'
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
