import * as z from 'zod/mini'
import { wireFaults } from '../service/http/Faults.ts'

const error = z.object({ code: z.int(), message: z.string() })

export const rpcFaults = z.object({
  ...wireFaults,
  /** Claim to be another chain. */
  chainId: z._default(z.nullable(z.int()), null),
  /**
   * Stay this many blocks behind the real head, like a lagging node: number, blocks, receipts, logs, balances
   * and nonces are those of the older head, and later logs are `[]`, not an error.
   */
  staleHead: z._default(z.int(), 0),
  /** Keep finality this many blocks behind the head; null uses the chain's own. */
  finalityLag: z._default(z.nullable(z.int().check(z.minimum(0))), null),
  /** Refuse every request with the tag `finalized`; see `finalizedRefusals`. */
  finalizedError: z._default(z.nullable(error), null),
  /** Answer every call with this JSON-RPC error. */
  rpcError: z._default(z.nullable(error), null),
  /** Rate-limit one method: its call fails with -32005, or the whole request with HTTP 429. */
  rateLimit: z._default(z.nullable(z.object({ method: z.string(), as: z.enum(['rpc', 'http']) })), null),
  /** Refuse these methods with any params. */
  refuses: z._default(z.nullable(z.object({ ...error.shape, methods: z.array(z.string()) })), null),
  /**
   * Refuse more calls than this in one request: with HTTP 500 and an error for each of them, with one error,
   * or with HTTP 413 and a web page.
   */
  batchLimit: z._default(
    z.nullable(z.object({ most: z.int().check(z.minimum(1)), as: z.enum(['entries', 'error', 'page']) })),
    null,
  ),
  /** Answer more requests per second than this with HTTP 429, and with `Retry-After` if it is set (s). */
  perSecond: z._default(z.nullable(z.object({ most: z.number(), retryAfter: z.nullable(z.number()) })), null),
  /**
   * Answer with a body that a reader must not trust: results without a shape, ids of other calls, every
   * answer twice, 20 MB, or without end.
   */
  body: z._default(z.nullable(z.enum(['shapeless', 'swapped', 'twice', 'huge', 'endless'])), null),
  /** Refuse logs of blocks more than this far behind the head. */
  logDepth: z._default(z.nullable(z.int().check(z.minimum(0))), null),
  /** Refuse logs of a larger block range. */
  logRange: z._default(z.nullable(z.int().check(z.minimum(1))), null),
  /** Refuse all logs. */
  logsOff: z._default(z.boolean(), false),
  /** Answer `[]` for all logs. */
  hideLogs: z._default(z.boolean(), false),
  /** Have no state for blocks more than this far behind the head. */
  stateDepth: z._default(z.nullable(z.int().check(z.minimum(0))), null),
  /** Answer null for receipts. */
  hideReceipts: z._default(z.boolean(), false),
  /** Report this status in receipts. */
  receiptStatus: z._default(z.nullable(z.enum(['0x0', '0x1'])), null),
  /** Receipts without their logs, or with other amounts in them. */
  receiptLogs: z._default(z.nullable(z.enum(['none', 'other'])), null),
  /** The transactions whose receipts are hidden or changed; null means all. */
  receiptsOf: z._default(z.nullable(z.array(z.string())), null),
  /** Answer every call whose data begin like this, to this contract, with these bytes. */
  callResult: z._default(
    z.nullable(z.object({ to: z.string(), data: z.string(), result: z.string() })),
    null,
  ),
})

/** Faults of an RPC endpoint, switched while it runs. `match` and `times` apply to methods. */
export type RpcFaults = z.infer<typeof rpcFaults>

/** Records that a fault has changed an answer. */
export type Count = (fault: keyof RpcFaults) => void

/** Nodes' error answers to requests for `finalized`, for the fault `finalizedError`. */
export const finalizedRefusals = {
  /** Does not mention the tag. */
  limit: { code: -32005, message: 'limit exceeded' },
  /** The node does not know the tag. */
  unknownTag: { code: -32602, message: 'invalid argument 0: unknown block tag "finalized"' },
  /** Geth before it has seen a final block. */
  unknownBlock: { code: -39001, message: 'Unknown block' },
} as const
