import type { Connection } from '#account/connection.ts'
import type { HandshakeEvent, Keeping } from '#account/Mode.ts'
import type { EndpointReading } from './endpoints/reading.ts'

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
export type StorageReading = {
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
export type BrowserFacts = {
  readonly userAgent: string
  readonly viewport: string
  readonly languages: string
  readonly timeZone: string
}

/** All facts of the page; null if not read yet. */
export type Facts = {
  readonly version: string
  /** ms since the epoch of the last complete check. */
  readonly checkedAt: number | null
  readonly connection: Connection
  readonly handshake: readonly HandshakeEvent[]
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
