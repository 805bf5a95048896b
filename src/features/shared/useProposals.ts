import { useQueries } from '@tanstack/react-query'
import type { ActivityItem, Listed } from '#account/Activity.ts'
import { proposalQuery } from '#domain/activity/activityQueries.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'

/** How the computing of one listed proposal goes. `report` is null when no source knows it. */
export type Computed =
  | { readonly state: 'pending' }
  | { readonly state: 'error'; readonly error: Error }
  | { readonly state: 'done'; readonly report: ProposalReport | null }

/** The proposals behind listed items, computed here, by item id. */
export function useProposals(listed: Listed, items: readonly ActivityItem[]): ReadonlyMap<string, Computed> {
  const proposals = items.flatMap((item) =>
    item.safeTxHash ? [{ id: item.id, hash: item.safeTxHash, item }] : [],
  )
  const results = useQueries({
    queries: proposals.map(({ hash, item }) => proposalQuery(listed, hash, revisionOf(item))),
  })
  return new Map(
    proposals.map(({ id }, index): [string, Computed] => {
      const result = results[index]
      if (result?.data !== undefined) return [id, { state: 'done', report: result.data }]
      if (result?.error) return [id, { state: 'error', error: result.error }]
      return [id, { state: 'pending' }]
    }),
  )
}

/** What a list says of a proposal that can change: another text means that it must be read again. */
function revisionOf({ status, hash }: ActivityItem): string {
  return status.kind === 'awaiting-signatures'
    ? `${status.have}/${status.need}`
    : `${status.kind} ${hash ?? ''}`
}
