import type { Connection } from '#account/connection.ts'
import type { HandshakeEvent, Keeping } from '#account/Page.ts'

/** Why something gave no usable answer. `words` go on after its name: "answers HTTP 503". */
export type Fault = {
  readonly words: string
  /** The chain that an endpoint claims to be, where that is the fault. */
  readonly chainId: number | null
}

/** What one RPC endpoint said when it was asked alone. */
export type EndpointReading = { readonly host: string; readonly ms: number } & (
  | { readonly state: 'fault'; readonly fault: Fault }
  | {
      readonly state: 'ok'
      readonly newest: number
      /** Seconds between its newest block and this clock; below zero when the clock is behind. */
      readonly age: number
      /** Number of its newest final block, or why there is none. */
      readonly finalized: number | Fault
    }
)

/** How many blocks one `eth_getLogs` of an endpoint may cover, as far as it was tried. */
export type LogRange = {
  /** The largest range (blocks) that was answered; 0 for none. */
  readonly atLeast: number
  /**
   * Where it stopped and why; null when the largest range was answered. `blocks` is 0 when it did not come to logs at
   * all; `byNode` when the node itself said no, and not something on the way to it.
   */
  readonly refused: { readonly blocks: number; readonly byNode: boolean; readonly words: string } | null
}

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
  /** `logs` is `measuring` while it is, and null until somebody asks for it. */
  readonly endpoints: readonly {
    readonly host: string
    readonly reading: EndpointReading | null
    readonly logs: LogRange | 'measuring' | null
  }[]
  readonly gateway: { readonly host: string; readonly reading: ServiceReading | null }
  /** Null where none is configured. */
  readonly txService: { readonly host: string; readonly reading: ServiceReading | null } | null
  readonly storage: StorageReading | null
  readonly browser: BrowserFacts
}
