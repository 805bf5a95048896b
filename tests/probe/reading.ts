import type { Address } from 'viem'

/** Blocks that one `eth_getLogs` asks for. */
export const LOG_RANGES = [1, 50, 500, 5_000] as const
/** Calls that travel in one request. */
export const BATCH_SIZES = [3, 10, 25] as const

/** What came of one question, asked twice before it is a no. */
export type Check =
  | { readonly kind: 'yes'; readonly ms: number }
  /** `short` fits into a cell; `why` goes on after the name of who was asked: "answers HTTP 503". */
  | { readonly kind: 'no'; readonly short: string; readonly why: string }

/** The checks of one endpoint or service; one that is missing was not asked, because one before it had failed. */
export type Checks<Question extends string> = { readonly [Q in Question]?: Check }

export type EndpointQuestion =
  | 'chain'
  | 'finalized'
  | 'receipt'
  | `logs${(typeof LOG_RANGES)[number]}`
  | `batch${(typeof BATCH_SIZES)[number]}`
  | 'call'
  | 'code'

/** What one RPC endpoint answered when it was asked alone. */
export type EndpointReading = {
  /** The chain that it claims to be. */
  readonly chainId: number | null
  /** Its newest block, and when it named it (ms since the epoch). */
  readonly head: { readonly number: number; readonly at: number } | null
  /** Number of its final block. */
  readonly final: number | null
  /** The whole receipt as text: two operators agree where it is the same. */
  readonly receipt: string | null
  readonly checks: Checks<EndpointQuestion>
}

/** Whether pages of another origin may ask: the preflight of a POST of JSON, and the answer itself. */
export type CorsReading = Checks<'preflight' | 'answer'>

export type ProbedEndpoint = {
  readonly url: string
  readonly operator: string
  readonly node: EndpointReading
  readonly cors: CorsReading
  /** The same from a web page; null when no browser was asked for. */
  readonly page: EndpointReading | null
}

/**
 * `chain`: the gateway serves BNB Smart Chain, or the transaction service names its version, which is all it says of itself.
 * The lists are those of the Safe that was named.
 */
export type ServiceReading = Checks<'chain' | 'queue' | 'history'>

export type ProbedService = {
  readonly url: string
  readonly node: ServiceReading
  readonly cors: CorsReading
  readonly page: ServiceReading | null
}

/** A Chainlink feed, read as the portal reads: over all endpoints. */
export type FeedReading = {
  readonly pair: string
  readonly check: Check
  /** Such as "612.34 USD, 32 s old"; null when it could not be read. */
  readonly price: string | null
}

/** Everything that was asked. */
export type ProbeReport = {
  readonly endpoints: readonly ProbedEndpoint[]
  readonly gateway: ProbedService
  /** Null where none is configured. */
  readonly txService: ProbedService | null
  readonly feeds: readonly FeedReading[]
  /** The Safe whose lists were read; null when none was named. */
  readonly safe: Address | null
}
