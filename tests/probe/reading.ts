import type { Address } from 'viem'
import type { Check, Checks, EndpointReading } from '#features/diagnostics/endpoints/reading.ts'

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
