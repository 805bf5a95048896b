import type { ReactNode } from 'react'
import type { Account } from '#account/Account.ts'
import type { Submission } from '#account/Submission.ts'
import { isOpen, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { payoutWords, rowWords } from '#components/payout/rowWords.ts'
import { type Attempt, submissionOf } from '#domain/ledger/Attempt.ts'
import type { FoldedStatus } from '#domain/ledger/foldStatus.ts'
import { attemptOf } from '#domain/payout/Payout.ts'
import { safeWalletLink } from '#safe/safeWalletLink.ts'
import { buttonClass } from '#ui/Button.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { StatusBanner } from '#ui/page/StatusBanner.tsx'
import { BatchFacts, WithOpenQueue } from './BatchFacts.tsx'
import { batchWords, type FollowedPayout, settledOf } from './batchWords.ts'
import { NamesChoice, useNamesInLinks } from './ShareNames.tsx'

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
  // Several attempts for one batch, and the records of a file, are combined row by row.
  const isWhole =
    payout.batches.length === 1 && payout.attempts.length <= 1 && !payout.attempts.some((one) => one.restored)
  const attempt = attemptOf(payout, 0)
  const status = settledOf(attempt, props.statusesOf)
  const { tone, title, text } = isWhole
    ? batchWords(payout, 0, status, asking)
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
        {isWhole && (
          <WithOpenQueue {...props}>
            {(queue) => <BatchFacts attempt={attempt} status={status} queue={queue} />}
          </WithOpenQueue>
        )}
        {/* Several batches are listed with their own statuses. */}
        {!isWhole &&
          (payout.batches.length === 1 || states.length === 1) &&
          payout.attempts.map((one) => (
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
      {isNext && <InSafe verb="Execute" submission={submission} primary />}
      {link !== undefined && (
        <CopyButton
          primary={!isNext}
          text={link}
          label="Copy link for co-signers"
          words="Copy link for co-signers"
        />
      )}
      {listed.proposer && !isNext && <InSafe verb="Open" submission={submission} />}
    </>
  )
}

function InSafe(props: {
  verb: 'Execute' | 'Open'
  submission: Extract<Submission, { kind: 'proposed' }>
  primary?: boolean
}) {
  const { verb, submission, primary = false } = props
  return (
    <ExternalLink
      className={buttonClass({ primary })}
      href={safeWalletLink(submission.safe, submission.safeTxHash)}
      icon
    >
      {verb} in Safe{'{Wallet}'}
    </ExternalLink>
  )
}
