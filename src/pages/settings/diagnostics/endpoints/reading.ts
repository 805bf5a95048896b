import { count } from '#domain/shared/format.ts'
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
