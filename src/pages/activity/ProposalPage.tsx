import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { factsOf } from '#account/facts.ts'
import { isHash } from '#chain/hex.ts'
import * as AddressText from '#chain/money/Address.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { useOrigins, useReviewed } from '#components/payout/usePayouts.ts'
import { ProposalStop } from '#components/proposal/ProposalStop.tsx'
import { watchedSafe } from '#domain/activity/watchedSafes.ts'
import { decodeSharedNames } from '#domain/payout/sharedNames.ts'
import { safePath } from '#domain/shared/paths.ts'
import { proposalQuery, usePagedList } from '#queries/activity.ts'
import { differences, warningsOf } from '#safe/proposal/ProposalReport.ts'
import { transfersIn } from '#safe/tx/decodeProposal.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { Checks, checksWords, useOwnProof, withoutTextFlag } from './ChecksCard.tsx'
import { BadLink } from './PaymentPage.tsx'
import { ProposalView, proposalTitle } from './ProposalView.tsx'
import { useFlagged } from './QueueList.tsx'

/** One proposal of any Safe, by its safeTxHash. All parameters come from a link and are untrusted. */
export function ProposalPage({ safe, hash, names }: { safe: string; hash: string; names: string }) {
  const parsed = AddressText.parse(safe)
  if (!parsed.ok) return <BadLink what="This link names no Safe on BNB Smart Chain" />
  if (!isHash(hash)) return <BadLink what="This link names no proposal of a Safe" />
  const safeTxHash = hash.toLowerCase() as unknown as SafeTxHash
  return <Proposal key={safeTxHash} safe={parsed.address} safeTxHash={safeTxHash} names={names} />
}

const none: readonly never[] = []

function Proposal(props: { safe: AddressText.Address; safeTxHash: SafeTxHash; names: string }) {
  const { safe, safeTxHash, names } = props
  const account = useAccount()
  const own =
    account && factsOf(account).hasOwners && AddressText.equal(account.address, safe) ? account : null
  const listed = useMemo(() => own ?? watchedSafe(safe), [own, safe])
  const reviewed = useReviewed(safe)(safeTxHash)
  // Signing here marks the proposal as reviewed, which changes the key: keep the report until it has been compared.
  const query = useQuery({
    ...proposalQuery(listed, safeTxHash, reviewed),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  // Only a proposal that can still run has rivals and twins that wait beside it.
  const waits = Boolean(data && isOpen(data.status))
  const queue = usePagedList(listed, 'queued', waits).query.data?.items ?? none
  const [flagged] = useFlagged(listed, data ? [data] : none, queue)
  const ownProof = useOwnProof()
  const proof = flagged ? ownProof(flagged) : null
  const report = proof && flagged ? withoutTextFlag(flagged) : (flagged ?? data)
  const stopped = report ? differences(report) : []
  const origins = useOrigins(safe)(safeTxHash)
  const shared =
    report && names
      ? decodeSharedNames(names, { account: safe, transfers: transfersIn(report.content) })
      : null
  const title = report ? proposalTitle(report, origins, proof, shared) : 'Proposal'
  useDocumentTitle(title)
  return (
    <>
      <div>
        <BackLink href={own ? '/activity/queue' : safePath(safe)}>
          {own ? 'Queue' : 'All of this Safe'}
        </BackLink>
        <h1 className="text-wrap">
          <bdi>{title}</bdi>
        </h1>
      </div>
      <ReadError read={query} />
      {report === null && (
        <Notice tone="warn" title="Proposal not found">
          <p>It may be a few seconds old, or deleted. We’ll keep checking.</p>
        </Notice>
      )}
      {report &&
        // Inconsistent data is not shown as if it were correct: the stop replaces the page.
        (stopped.length > 0 ? (
          <ProposalStop
            of={{ safe, safeTxHash, differences: stopped, reviewed, report }}
            details={<Checks checks={report.checks} />}
            summary={checksWords(report)}
          >
            <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
              {query.isFetching ? 'Checking…' : 'Check again'}
            </Button>
            <a className={buttonClass()} href="#/activity">
              Back to Activity
            </a>
          </ProposalStop>
        ) : (
          <ProposalView
            listed={listed}
            report={report}
            viewer={account?.address ?? null}
            shared={shared}
            proof={proof}
            seen={warningsOf(flagged ?? report)}
          />
        ))}
      {report === undefined && !query.error && <Skeleton page lines={8} label="Reading the proposal" />}
    </>
  )
}
