import type { Connection } from '#account/connection.ts'
import type { HandshakeEvent, Keeping } from '#account/Mode.ts'
import type { EndpointReading } from './endpoints/reading.ts'

/** What a service said. `status` is null when no answer came. */
export type ServiceReading = {
  readonly host: string
  readonly ms: number
  readonly status: number | null
  readonly fault: string | null
  /** What it says about itself, in words. */
  readonly about: string | null
}

/** What the browser keeps of the portal: names and sizes, no values. */
export type StorageReading = {
  readonly keys: readonly { readonly key: string; readonly characters: number }[]
  /** Keys of the same origin that are not the portal's. */
  readonly others: number
  /** False where the browser does not let the page look. */
  readonly readable: boolean
  /** Bytes; null where the browser does not say. */
  readonly usage: number | null
  readonly quota: number | null
}

/** The browser in which the page runs. */
export type BrowserFacts = {
  readonly userAgent: string
  readonly viewport: string
  readonly languages: string
  readonly timeZone: string
}

/** Everything that the page knows; what has not been read yet is null. */
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
  /** Null where none is configured. */
  readonly txService: { readonly host: string; readonly reading: ServiceReading | null } | null
  readonly storage: StorageReading | null
  readonly browser: BrowserFacts
}
