import { queryOptions } from '@tanstack/react-query'
import type { Listed } from '#account/Activity.ts'
import { activityKey } from '#account/activityQueries.ts'
import { polling } from '#account/polling.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'

/** A signature more, or an execution, shows within this time (ms). */
const POLL = 15_000
/** What the chain could not confirm is asked again after this time (ms). */
const AGAIN = 30_000

const paced = polling(POLL)

/**
 * One proposal, computed and compared here. `revision` is what a list says of it: when that changes, it is read again.
 */
export function proposalQuery(listed: Listed, safeTxHash: SafeTxHash, revision: string | null = null) {
  return queryOptions({
    queryKey: [...activityKey(listed), 'proposal', safeTxHash, revision],
    queryFn: ({ signal }) => listed.activity.proposal?.(safeTxHash, signal) ?? null,
    // Beside a list the list is polled; the page of one proposal asks by itself.
    refetchInterval: (query) => {
      const wait = paced(query)
      if (revision === null || query.state.status === 'error') return wait
      return query.state.data?.version === null ? AGAIN : false
    },
    staleTime: revision === null ? 0 : Number.POSITIVE_INFINITY,
  })
}
