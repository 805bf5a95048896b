import * as z from 'zod/mini'
import { wireFaults } from './http/Faults.ts'

/** What `POST /rig/faults` of the service takes. */
export const serviceFaultsSchema = z.object({
  ...wireFaults,
  /** Lie in transaction details: another recipient or amount than the one that was signed. */
  tamper: z._default(
    z.nullable(z.object({ to: z.optional(z.string()), value: z.optional(z.string()) })),
    null,
  ),
  /** Texts replaced in every answer, as a service would that swaps one address for another. */
  rewrite: z._default(z.array(z.tuple([z.string(), z.string()])), []),
  /** Do not mark imitation transfers as such. */
  unflagged: z._default(z.boolean(), false),
  /** Stop following the chain. */
  frozen: z._default(z.boolean(), false),
  /** Executions become known only so many seconds after they happened; that their nonce was used is known at once. */
  indexLag: z._default(z.number(), 0),
  /** Call a transaction whose nonce was used cancelled at once, without waiting whether it turns out to be executed. */
  early: z._default(z.boolean(), false),
  /** What happens on the wire happens only to pages of this origin, as under a lockdown that spares the host's own. */
  onlyFrom: z._default(z.nullable(z.string()), null),
})

/** Ways in which the transaction service can be wrong, switched while it runs. */
export type ServiceFaults = z.infer<typeof serviceFaultsSchema>
