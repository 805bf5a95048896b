import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import type { Submission } from '#account/Submission.ts'
import { explorerTx } from '#chain/explorer.ts'
import { isOpen, leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { InSafeWallet, QueueOrderText } from '#components/payment/QueueOrder.tsx'
import { attemptWords, payoutWords, rowWords, togetherWords } from '#components/payout/rowWords.ts'
import { useReviewed } from '#components/payout/usePayouts.ts'
import { ProposalStop } from '#components/proposal/ProposalStop.tsx'
import { TechnicalDetails } from '#components/settings/TechnicalDetails.tsx'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { type Attempt, submissionOf } from '#domain/ledger/Attempt.ts'
import type { FoldedStatus, RowStatus, StatusesOf } from '#domain/ledger/foldStatus.ts'
import { attemptOf, openBatches, type Payout, unrejectedOf, wasRejected } from '#domain/payout/Payout.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { proposalQuery, usePagedList } from '#queries/activity.ts'
import { Card } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { StatusBadge, StatusBanner } from '#ui/page/StatusBadge.tsx'
import { NamesChoice, useNamesInLinks } from './PayoutFiles.tsx'

/** The status of a payout: that of its only batch, or of all its payments together. */
export function PayoutStatus({
  states,
  receipt,
  ...props
}: FollowedPayout & {
  states: readonly FoldedStatus[]
  /** Of the only payment, once it's paid. */
  receipt?: ReactNode
}) {
  const { payout, asking } = props
  const names = useNamesInLinks(payout)
  const queue = useOpenQueue(props)
  // Several attempts for one batch, and the records of a file, are combined row by row.
  const asked = unrejectedOf(payout)
  const isWhole = payout.batches.length === 1 && asked.length <= 1 && !asked.some((one) => one.restored)
  const attempt = attemptOf(payout, 0)
  const status = settledOf(attempt, props.statusesOf)
  const { tone, title, text } = isWhole
    ? batchWords(payout, 0, props.statusesOf, asking)
    : states.length === 1 && states[0]
      ? rowWords(states[0])
      : payoutWords(states)
  const isWaiting = isWhole && status !== undefined && isOpen(status)
  return (
    <>
      <StatusBanner
        tone={tone}
        status={title}
        action={
          <>
            {isWhole && (
              <ForSigners {...props} attempt={attempt} status={status} link={names.links[0]?.url} />
            )}
            {receipt}
          </>
        }
      >
        {text && <p>{text}</p>}
        {isWhole && <BatchFacts attempt={attempt} status={status} queue={queue} />}
        {/* Several batches are listed with their own statuses. */}
        {!isWhole &&
          (payout.batches.length === 1 || states.length === 1) &&
          asked.map((one) => (
            <BatchFacts
              key={one.id}
              attempt={one}
              status={settledOf(one, props.statusesOf)}
              queue={undefined}
            />
          ))}
      </StatusBanner>
      {isWaiting && names.links.length > 0 && <NamesChoice of={names} />}
    </>
  )
}

/** The next step for a proposal that still waits: more owners sign it, or anyone executes it. */
function ForSigners(props: {
  listed: Account
  attempt: Attempt | null
  status: PaymentStatus | undefined
  /** To the proposal, for the other owners. */
  link: string | undefined
}) {
  const { listed, attempt, status, link } = props
  const submission = attempt && submissionOf(attempt)
  if (submission?.kind !== 'proposed' || !status || !isOpen(status)) return null
  const isNext = status.kind === 'ready' && status.turn.next === status.turn.own
  return (
    <>
      {isNext && <InSafeWallet verb="Execute" of={submission} primary />}
      {link !== undefined && (
        <CopyButton
          primary={!isNext}
          text={link}
          label="Copy link for co-signers"
          words="Copy link for co-signers"
        />
      )}
      {listed.proposer && !isNext && <InSafeWallet verb="Open" of={submission} />}
    </>
  )
}

/** How many batches are listed; the rows show each payment in any case. */
const SHOWN = 30

/** The batches of a payout that has several, with the status of each. */
export function PayoutBatches(props: FollowedPayout) {
  const { payout, statusesOf, asking } = props
  const { batches } = payout
  const open = openBatches(payout)
  const queue = useOpenQueue(props)
  // The only batch is the payout itself; for a wallet, each batch may be one row.
  if (batches.length === 1) return null
  if (!factsOf(payout).hasOwners && batches.every(({ rows }) => rows.length === 1)) return null
  return (
    <Card title="Batches">
      <ol className="layout-form" aria-label="Batches">
        {batches.slice(0, SHOWN).map((batch, index) => {
          const attempt = attemptOf(payout, index)
          const { tone, title, text } = batchWords(payout, index, statusesOf, asking)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: batches are only appended
            <li key={index}>
              <strong>
                Batch {index + 1} of {batches.length}, {placesText(batch.rows)}
              </strong>
              <div className="layout-tight" role="status">
                <p>
                  <StatusBadge tone={tone}>{title}</StatusBadge>
                </p>
                <p>
                  {text}
                  {/* It was not sent. */}
                  {attempt === null && !open.includes(index) && ' Its payments are in a later batch again.'}
                </p>
                <BatchFacts attempt={attempt} status={settledOf(attempt, statusesOf)} queue={queue} />
              </div>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

/** The queue, read only while something of the payout waits in it. */
function useOpenQueue({ listed, payout, statusesOf }: FollowedPayout): PagedList | undefined {
  const waits = payout.attempts.some((attempt) => statusesOf(attempt)?.some(isOpen))
  return usePagedList(listed, 'queued', waits).query.data
}

/** The next step of a batch, and where to find it. */
function BatchFacts(props: {
  attempt: Attempt | null
  status: PaymentStatus | undefined
  queue: PagedList | undefined
}) {
  const { attempt, status, queue } = props
  const submission = attempt && submissionOf(attempt)
  const hash = status && 'hash' in status ? status.hash : null
  return (
    <>
      {submission?.kind === 'proposed' && status && isOpen(status) && (
        <QueueOrderText queue={queue} turn={status.turn} safeTxHash={submission.safeTxHash} />
      )}
      {submission?.kind === 'proposed' && (
        <p>
          <Link href={proposalPath(submission.safe, submission.safeTxHash)}>
            See {status && 'turn' in status ? `proposal #${status.turn.own}` : 'the proposal'}
          </Link>
        </p>
      )}
      {(submission?.kind === 'proposed' || hash) && (
        <TechnicalDetails>
          {submission?.kind === 'proposed' && (
            <p translate="no" className="text-mono text-small">
              safeTxHash {submission.safeTxHash}
            </p>
          )}
          {hash && (
            <p translate="no" className="text-mono text-small">
              <ExternalLink href={explorerTx(hash)}>{hash}</ExternalLink>
            </p>
          )}
        </TechnicalDetails>
      )}
    </>
  )
}

/** A payout as its page follows it. */
type FollowedPayout = {
  readonly listed: Account
  readonly payout: Payout
  readonly statusesOf: StatusesOf
  /** The attempt that this page is waiting for now. */
  readonly asking: string | null
}

/** The status of a batch is that of its least settled payment. */
function settledOf(attempt: Attempt | null, statusesOf: StatusesOf): PaymentStatus | undefined {
  const statuses = attempt ? statusesOf(attempt) : undefined
  return statuses && leastSettled(statuses)
}

/** The status of a batch in words, also before it is requested. */
function batchWords(
  payout: Payout,
  batch: number,
  statusesOf: StatusesOf,
  asking: string | null,
): StatusText {
  const attempt = attemptOf(payout, batch)
  const submission = attempt && submissionOf(attempt)
  const statuses = submission && statusesOf(attempt)
  return statuses ? togetherWords(statuses, submission) : attemptWords({ status: batchStatus(), submission })

  function batchStatus(): RowStatus {
    if (attempt === null) return { kind: 'not-requested', rejected: wasRejected(payout, batch) }
    if (submission) return { kind: 'reading' }
    return attempt.id === asking ? { kind: 'asking' } : { kind: 'unknown', why: 'no-answer', hash: null }
  }
}

/** Row positions as people count them: "payments 1 to 100". */
function placesText(rows: readonly number[]): string {
  const [first = 0] = rows
  const last = rows.at(-1) ?? first
  if (rows.length === 1) return `payment ${first + 1}`
  const whole = last - first + 1 === rows.length
  return whole ? `payments ${first + 1} to ${last + 1}` : `${rows.length} payments`
}

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
