import * as z from 'zod/mini'
import { wireFaults } from '../service/http/Faults.ts'

const error = z.object({ code: z.int(), message: z.string() })

export const rpcFaults = z.object({
  ...wireFaults,
  /** Claim to be another chain. */
  chainId: z._default(z.nullable(z.int()), null),
  /**
   * Stay this many blocks behind the real head, as a node that has fallen behind: the number, blocks, receipts, logs,
   * balances and nonces are those of the older head, and logs beyond it are `[]`, not an error.
   */
  staleHead: z._default(z.int(), 0),
  /** Let finality stand this many blocks behind the head; null leaves it where the chain has it. */
  finalityLag: z._default(z.nullable(z.int().check(z.minimum(0))), null),
  /** Refuse every question that names the tag `finalized`; see `finalizedRefusals`. */
  finalizedError: z._default(z.nullable(error), null),
  /** Answer every call with this JSON-RPC error. */
  rpcError: z._default(z.nullable(error), null),
  /** Refuse one method as asked for too often: its call with -32005, or the whole request with HTTP 429. */
  rateLimit: z._default(z.nullable(z.object({ method: z.string(), as: z.enum(['rpc', 'http']) })), null),
  /** Refuse these methods, whatever they ask. */
  refuses: z._default(z.nullable(z.object({ ...error.shape, methods: z.array(z.string()) })), null),
  /**
   * Refuse more calls than this in one request: with HTTP 500 and an error for each of them, with one error, or with HTTP
   * 413 and a web page.
   */
  batchLimit: z._default(
    z.nullable(z.object({ most: z.int().check(z.minimum(1)), as: z.enum(['entries', 'error', 'page']) })),
    null,
  ),
  /** Answer more requests than this in a second with HTTP 429, and with `Retry-After` where there is one (s). */
  perSecond: z._default(z.nullable(z.object({ most: z.number(), retryAfter: z.nullable(z.number()) })), null),
  /**
   * Answer with a body that no reader may trust: results of no shape, ids that name other calls, every answer twice,
   * 20 MB, or without end.
   */
  body: z._default(z.nullable(z.enum(['shapeless', 'swapped', 'twice', 'huge', 'endless'])), null),
  /** Refuse logs of blocks that are more than this behind the head. */
  logDepth: z._default(z.nullable(z.int().check(z.minimum(0))), null),
  /** Refuse logs of more blocks than this. */
  logRange: z._default(z.nullable(z.int().check(z.minimum(1))), null),
  /** Refuse all logs. */
  logsOff: z._default(z.boolean(), false),
  /** Answer `[]` for all logs. */
  hideLogs: z._default(z.boolean(), false),
  /** Have no state of blocks that are more than this behind the head. */
  stateDepth: z._default(z.nullable(z.int().check(z.minimum(0))), null),
  /** Answer null for receipts. */
  hideReceipts: z._default(z.boolean(), false),
  /** Claim this status in receipts. */
  receiptStatus: z._default(z.nullable(z.enum(['0x0', '0x1'])), null),
  /** Receipts without their logs, or with other amounts in them. */
  receiptLogs: z._default(z.nullable(z.enum(['none', 'other'])), null),
  /** The transactions whose receipts are hidden or lied about; null means all. */
  receiptsOf: z._default(z.nullable(z.array(z.string())), null),
})

/** Ways in which an RPC endpoint can be wrong, switched while it runs. `match` and `times` go by method. */
export type RpcFaults = z.infer<typeof rpcFaults>

/** Notes that a fault has changed an answer. */
export type Count = (fault: keyof RpcFaults) => void

/** What nodes say when they do not answer for `finalized`, for the fault `finalizedError`. */
export const finalizedRefusals = {
  /** Says nothing about the tag. */
  limit: { code: -32005, message: 'limit exceeded' },
  /** The node does not know the tag. */
  unknownTag: { code: -32602, message: 'invalid argument 0: unknown block tag "finalized"' },
  /** Geth while it has not seen a final block. */
  unknownBlock: { code: -39001, message: 'Unknown block' },
} as const
