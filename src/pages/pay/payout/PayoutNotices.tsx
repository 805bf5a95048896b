import { useQuery } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'
import type { Submission } from '#account/Submission.ts'
import { useReviewed } from '#components/payout/usePayouts.ts'
import { ProposalStop } from '#components/proposal/ProposalStop.tsx'
import type { Payout } from '#domain/payout/Payout.ts'
import { proposalQuery } from '#queries/activity.ts'
import { Disclosure } from '#ui/page/Disclosure.tsx'

/** How many rows of the list are paid, and the skipped lines, each with its reason. */
export function Skipped({ paid, skipped }: { paid: number; skipped: Payout['skipped'] }) {
  if (skipped.length === 0) return null
  return (
    <Disclosure summary={`${paid} of ${paid + skipped.length} lines included, ${skipped.length} skipped`}>
      <ul className="layout-tight">
        {skipped.map(({ line, reason }) => (
          <li key={line}>
            Line {line}: {reason}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/**
 * Shown if a proposal of this payout differs from the reviewed one. Its content is read as on its own page. Until
 * then, the differences in its status are shown.
 */
export function MismatchStop(props: {
  account: Account
  proposal: Extract<Submission, { kind: 'proposed' }>
  differences: readonly string[]
}) {
  const { account, differences: found } = props
  const { safe, safeTxHash } = props.proposal
  const reviewed = useReviewed(safe)(safeTxHash)
  const { data } = useQuery({
    ...proposalQuery(account, safeTxHash, reviewed),
    enabled: account.activity.proposal !== null,
  })
  return (
    <ProposalStop of={{ safe, safeTxHash, differences: found, reviewed, report: data ?? null }}>
      <a className="button" href="#/activity">
        Back to Activity
      </a>
    </ProposalStop>
  )
}
