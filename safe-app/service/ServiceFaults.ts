import * as z from 'zod/mini'
import { wireFaults } from './http/Faults.ts'

/** The body of the service's `POST /rig/faults`. */
export const serviceFaultsSchema = z.object({
  ...wireFaults,
  /** Lie in transaction details: another recipient or amount than the signed one. */
  tamper: z._default(
    z.nullable(z.object({ to: z.optional(z.string()), value: z.optional(z.string()) })),
    null,
  ),
  /** Texts replaced in every answer, like a service that swaps addresses. */
  rewrite: z._default(z.array(z.tuple([z.string(), z.string()])), []),
  /** Do not flag imitation transfers. */
  unflagged: z._default(z.boolean(), false),
  /** Stop following the chain. */
  frozen: z._default(z.boolean(), false),
  /** Executions are listed this many seconds late; the used nonce is known at once. */
  indexLag: z._default(z.number(), 0),
  /**
   * Report a transaction whose nonce was used as cancelled at once, without waiting for its possible
   * execution.
   */
  early: z._default(z.boolean(), false),
  /** Every transaction carries this note, as its proposer typed it; null leaves each its own. */
  note: z._default(z.nullable(z.string()), null),
  /**
   * Check hashes and signatures of listed and described transactions, and refuse the whole answer if one entry can't
   * be verified. Hashes are computed from gas values as doubles, so one above 2^53 may not be verifiable.
   */
  verifying: z._default(z.boolean(), false),
  /** Keep documents for 60 s and 404s for 30 s, like the gateway, until an event clears them. */
  cached: z._default(z.boolean(), false),
  /** Milliseconds until an event about a change on the chain or in the service clears the cache. */
  eventDelay: z._default(z.number(), 0),
  /** Apply the wire faults to pages of this origin only, like a lockdown that exempts the host. */
  onlyFrom: z._default(z.nullable(z.string()), null),
})

/** Faults of the transaction service, switched while it runs. */
export type ServiceFaults = z.infer<typeof serviceFaultsSchema>
