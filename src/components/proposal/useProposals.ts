import { useQueries } from '@tanstack/react-query'
import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import { useReviewed } from '#components/payout/usePayouts.ts'
import { proposalQuery } from '#queries/activity.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'

/** Progress of computing one listed proposal. `report` is null until it is done, and if no source knows it. */
export type Computed = {
  readonly state: 'pending' | 'error' | 'done'
  readonly report: ProposalReport | null
}

/** The proposals of listed items, computed locally, by item id. */
export function useProposals(
  listed: ListedAccount,
  items: readonly ActivityItem[],
): ReadonlyMap<string, Computed> {
  const reviewedAs = useReviewed(listed.address)
  const proposals = items.flatMap((item) =>
    item.safeTxHash ? [{ id: item.id, hash: item.safeTxHash, item }] : [],
  )
  const results = useQueries({
    queries: proposals.map(({ hash, item }) =>
      proposalQuery(listed, hash, reviewedAs(hash), revisionOf(item)),
    ),
  })
  return new Map(
    proposals.map(({ id }, index): [string, Computed] => {
      const { data, error } = results[index] ?? {}
      return [id, { state: data !== undefined ? 'done' : error ? 'error' : 'pending', report: data ?? null }]
    }),
  )
}

/** The mutable part of a listed proposal, as text. If it changes, the proposal must be read again. */
function revisionOf({ status, hash }: ActivityItem): string {
  return status.kind === 'awaiting-signatures'
    ? `${status.have}/${status.need}`
    : `${status.kind} ${hash ?? ''}`
}
