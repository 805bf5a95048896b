import type { Address } from 'viem'
import type { EndpointReading, ReadingCheck, ReadingChecks } from '#pages/settings/diagnostics/facts.ts'

/** Whether pages of another origin may send requests: the preflight of a JSON POST, and the answer itself. */
export type CorsReading = ReadingChecks<'preflight' | 'answer'>

export type ProbedEndpoint = {
  readonly url: string
  readonly operator: string
  readonly node: EndpointReading
  readonly cors: CorsReading
  /** The same from a web page; null if no browser was requested. */
  readonly page: EndpointReading | null
}

/**
 * `chain`: the gateway serves BNB Smart Chain, or the transaction service reports its version, which is all
 * it says about itself. The lists are those of the given Safe.
 */
export type ServiceReading = ReadingChecks<'chain' | 'queue' | 'history'>

export type ProbedService = {
  readonly url: string
  readonly node: ServiceReading
  readonly cors: CorsReading
  readonly page: ServiceReading | null
}

/** A Chainlink feed, read like the portal reads it: over all endpoints. */
export type FeedReading = {
  readonly pair: string
  readonly check: ReadingCheck
  /** For example "612.34 USD, 32 s old"; null if it could not be read. */
  readonly price: string | null
}

/** The results of all requests. */
export type ProbeReport = {
  readonly endpoints: readonly ProbedEndpoint[]
  readonly gateway: ProbedService
  /** Null if none is configured. */
  readonly txService: ProbedService | null
  readonly feeds: readonly FeedReading[]
  /** The Safe whose lists were read; null if none was given. */
  readonly safe: Address | null
}
