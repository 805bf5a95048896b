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

/** Every question to an endpoint, in the order in which tables show them. */
export const endpointQuestions: readonly { readonly label: string; readonly of: EndpointQuestion }[] = [
  { label: 'serves chain 56', of: 'chain' },
  { label: 'final block', of: 'finalized' },
  { label: 'receipt', of: 'receipt' },
  ...LOG_RANGES.map((range) => ({
    label: `logs of ${range.toLocaleString('en')} block${range === 1 ? '' : 's'}`,
    of: `logs${range}` as const,
  })),
  ...BATCH_SIZES.map((size) => ({ label: `batch of ${size} eth_call`, of: `batch${size}` as const })),
  { label: 'eth_call', of: 'call' },
  { label: 'eth_getCode', of: 'code' },
]

/** What one RPC endpoint answered when it was asked alone. */
export type EndpointReading = {
  /** The chain that it claims to be. */
  readonly chainId: number | null
  /** Its newest block, the time of that block (seconds since the epoch) and when it named it (ms since the epoch). */
  readonly head: { readonly number: number; readonly time: number; readonly at: number } | null
  /** Number of its final block. */
  readonly final: number | null
  /** The whole receipt as text: two operators agree where it is the same. */
  readonly receipt: string | null
  readonly checks: Checks<EndpointQuestion>
}

/** An endpoint as a web page sees it. */
export type SeenEndpoint = {
  readonly url: string
  readonly operator: string
  readonly reading: EndpointReading
}
