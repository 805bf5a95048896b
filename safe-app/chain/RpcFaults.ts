import * as v from 'valibot'
import { whole, wireFaults } from '../service/http/Faults.ts'

const error = v.object({ code: whole, message: v.string() })

export const rpcFaults = v.object({
  ...wireFaults,
  /** Claim to be another chain. */
  chainId: v.optional(v.nullable(whole), null),
  /**
   * Stay this many blocks behind the real head, like a lagging node: number, blocks, receipts, logs, balances
   * and nonces are those of the older head, and later logs are `[]`, not an error.
   */
  staleHead: v.optional(whole, 0),
  /** Keep finality this many blocks behind the head; null uses the chain's own. */
  finalityLag: v.optional(v.nullable(v.pipe(whole, v.minValue(0))), null),
  /** Refuse every request with the tag `finalized`; see `finalizedRefusals`. */
  finalizedError: v.optional(v.nullable(error), null),
  /** Answer every call with this JSON-RPC error. */
  rpcError: v.optional(v.nullable(error), null),
  /** Rate-limit one method: its call fails with -32005, or the whole request with HTTP 429. */
  rateLimit: v.optional(v.nullable(v.object({ method: v.string(), as: v.picklist(['rpc', 'http']) })), null),
  /** Refuse these methods with any params. */
  refuses: v.optional(v.nullable(v.object({ ...error.entries, methods: v.array(v.string()) })), null),
  /**
   * Refuse more calls than this in one request: with HTTP 500 and an error for each of them, with one error,
   * or with HTTP 413 and a web page.
   */
  batchLimit: v.optional(
    v.nullable(
      v.object({ most: v.pipe(whole, v.minValue(1)), as: v.picklist(['entries', 'error', 'page']) }),
    ),
    null,
  ),
  /** Answer more requests per second than this with HTTP 429, and with `Retry-After` if it is set (s). */
  perSecond: v.optional(v.nullable(v.object({ most: v.number(), retryAfter: v.nullable(v.number()) })), null),
  /**
   * Answer with a body that a reader must not trust: results without a shape, ids of other calls, every
   * answer twice, 20 MB, or without end.
   */
  body: v.optional(v.nullable(v.picklist(['shapeless', 'swapped', 'twice', 'huge', 'endless'])), null),
  /** Refuse logs of blocks more than this far behind the head. */
  logDepth: v.optional(v.nullable(v.pipe(whole, v.minValue(0))), null),
  /** Refuse logs of a larger block range. */
  logRange: v.optional(v.nullable(v.pipe(whole, v.minValue(1))), null),
  /** Refuse all logs. */
  logsOff: v.optional(v.boolean(), false),
  /** Answer `[]` for all logs. */
  hideLogs: v.optional(v.boolean(), false),
  /** Have no state for blocks more than this far behind the head. */
  stateDepth: v.optional(v.nullable(v.pipe(whole, v.minValue(0))), null),
  /** Answer null for receipts. */
  hideReceipts: v.optional(v.boolean(), false),
  /** Report this status in receipts. */
  receiptStatus: v.optional(v.nullable(v.picklist(['0x0', '0x1'])), null),
  /** Receipts without their logs, or with other amounts in them. */
  receiptLogs: v.optional(v.nullable(v.picklist(['none', 'other'])), null),
  /** The transactions whose receipts are hidden or changed; null means all. */
  receiptsOf: v.optional(v.nullable(v.array(v.string())), null),
  /** Answer every call whose data begin like this, to this contract, with these bytes. */
  callResult: v.optional(
    v.nullable(v.object({ to: v.string(), data: v.string(), result: v.string() })),
    null,
  ),
})

/** Faults of an RPC endpoint, switched while it runs. `match` and `times` apply to methods. */
export type RpcFaults = v.InferOutput<typeof rpcFaults>

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
