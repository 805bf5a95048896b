import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import { useFindLookAlike } from '#components/payee/usePeople.ts'
import { type Computed, useProposals } from '#components/proposal/useProposals.ts'
import { mayBeDuplicates, withDuplicates } from '#domain/activity/duplicateFlags.ts'
import { withLookAlikes } from '#domain/activity/lookAlikeFlags.ts'
import { usePagedList } from '#queries/activityLists.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { useNow } from '#ui/useNow.ts'
import { useBatchContents } from './useIncoming.ts'

const none: readonly ActivityItem[] = []

/**
 * Adds flags that only the lists of a Safe show: payees that look like others, and proposals that make the same
 * payments.
 * @param queue the items waiting in the queue
 */
export function useFlagged(
  listed: ListedAccount,
  reports: readonly ProposalReport[],
  queue: readonly ActivityItem[],
): readonly ProposalReport[] {
  const findLookAlike = useFindLookAlike(listed)
  const history = usePagedList(listed, 'history').query.data?.items ?? none
  const executed = useBatchContents(listed, history)
  const twins = queue.filter((item) => reports.some((report) => mayBeDuplicates(report, [item]).length > 0))
  const waiting = useProposals(listed, twins)
  const now = useNow()
  const contents = new Map(executed)
  for (const [id, one] of waiting) {
    const report = reportOf(one)
    if (report) contents.set(id, report.content)
  }
  const items = [...queue, ...history]
  return reports.map((report) => withDuplicates(withLookAlikes(report, findLookAlike), items, contents, now))
}

function reportOf(computed: Computed): ProposalReport | null {
  return computed.state === 'done' ? computed.report : null
}
