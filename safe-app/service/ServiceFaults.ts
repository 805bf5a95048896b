import * as v from 'valibot'
import { wireFaults } from './http/Faults.ts'

/** The body of the service's `POST /rig/faults`. */
export const serviceFaultsSchema = v.object({
  ...wireFaults,
  /** Lie in transaction details: another recipient or amount than the signed one. */
  tamper: v.optional(
    v.nullable(v.object({ to: v.optional(v.string()), value: v.optional(v.string()) })),
    null,
  ),
  /** Texts replaced in every answer, like a service that swaps addresses. */
  rewrite: v.optional(v.array(v.tuple([v.string(), v.string()])), []),
  /** Do not flag imitation transfers. */
  unflagged: v.optional(v.boolean(), false),
  /** Stop following the chain. */
  frozen: v.optional(v.boolean(), false),
  /** Executions are listed this many seconds late; the used nonce is known at once. */
  indexLag: v.optional(v.number(), 0),
  /**
   * Report a transaction whose nonce was used as cancelled at once, without waiting for its possible
   * execution.
   */
  early: v.optional(v.boolean(), false),
  /** Every transaction carries this note, as its proposer typed it; null leaves each its own. */
  note: v.optional(v.nullable(v.string()), null),
  /**
   * Check hashes and signatures of listed and described transactions, and refuse the whole answer if one entry can't
   * be verified. Hashes are computed from gas values as doubles, so one above 2^53 may not be verifiable.
   */
  verifying: v.optional(v.boolean(), false),
  /** Keep documents for 60 s and 404s for 30 s, like the gateway, until an event clears them. */
  cached: v.optional(v.boolean(), false),
  /** Milliseconds until an event about a change on the chain or in the service clears the cache. */
  eventDelay: v.optional(v.number(), 0),
  /** Apply the wire faults to pages of this origin only, like a lockdown that exempts the host. */
  onlyFrom: v.optional(v.nullable(v.string()), null),
})

/** Faults of the transaction service, switched while it runs. */
export type ServiceFaults = v.InferOutput<typeof serviceFaultsSchema>
