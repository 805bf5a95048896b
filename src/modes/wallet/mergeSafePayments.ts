import type { RecentPayments, Since } from '#account/Activity.ts'
import { safeActivity } from '#account/safe/safeActivity.ts'
import { paymentsOfSafe, type SafeChain } from '#account/safe/safePayments.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'

type Parts = SafeChain & { readonly sources: readonly SafeSource[] }

/**
 * The payments that a Safe has made or queued, merged from all services, because only one of them may know a
 * proposal.
 * @throws PortalError when none could be read; a single failed source is a gap
 */
export async function mergeSafePayments(
  { sources, ...chain }: Parts,
  since: Since,
  signal?: AbortSignal,
): Promise<RecentPayments> {
  const services = sources.map((source) => {
    const activity = safeActivity({ ...chain, sources: [source] })
    return { name: source.name, activity, sources: [source] }
  })
  return paymentsOfSafe(chain, services, since, signal)
}
