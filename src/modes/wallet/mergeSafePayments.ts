import type { Gap, RecentPayment, RecentPayments, Since } from '#account/Account.ts'
import { safeActivity } from '#account/safe/safeActivity.ts'
import { safePayments } from '#account/safe/safePayments.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'

type Parts = {
  readonly address: Address
  readonly sources: readonly SafeSource[]
  readonly rpc: Rpc
}

/**
 * What a Safe has paid or queued, merged from all services: a proposal may be known to only one of them.
 * @throws PortalError when none could be read; a single failed source is a gap
 */
export async function mergeSafePayments(
  { address, sources, rpc }: Parts,
  since: Since,
  signal?: AbortSignal,
): Promise<RecentPayments> {
  const reported = await Promise.allSettled(
    sources.map((source) => {
      const activity = safeActivity({ address, sources: [source], rpc })
      return safePayments({ address, sources: [source], activity, rpc }, since, signal)
    }),
  )
  const read = reported.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = reported.find((one) => one.status === 'rejected')
  const [first] = read
  if (!first) throw failed?.reason
  const payments = new Map<string, RecentPayment>()
  for (const payment of read.flatMap((one) => one.payments)) {
    const known = payments.get(payment.id)
    // A queue is read before a history and may be behind it.
    if (!known || known.reported === 'queued') payments.set(payment.id, payment)
  }
  const unread = sources.flatMap(({ name }, index): readonly Gap[] =>
    reported[index]?.status === 'rejected' ? [{ kind: 'source', name }] : [],
  )
  const gaps = new Map(
    [...read.flatMap((one) => one.gaps), ...unread].map((gap) => [JSON.stringify(gap), gap]),
  )
  const complete = read.map(({ completeFrom }) => completeFrom)
  return {
    payments: [...payments.values()],
    gaps: [...gaps.values()],
    position: first.position,
    time: first.time,
    completeFrom:
      unread.length > 0 || complete.includes(null) ? null : maxOf(complete.flatMap((one) => one ?? [])),
  }
}

/** The source that reads back the shortest way decides for all. */
function maxOf(nonces: readonly bigint[]): bigint | null {
  return nonces.reduce<bigint | null>((most, one) => (most === null || one > most ? one : most), null)
}
