import { type ReactNode, useEffect, useRef } from 'react'
import type { Address } from '#chain/money/Address.ts'
import type { Transfer } from '#chain/money/Call.ts'
import { isExecuted } from '#domain/activity/proposalWords.ts'
import { fingerprint, shortFingerprint } from '#domain/ledger/fingerprint.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import type { ReviewedProposal } from '#safe/proposal/reviewed.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { callWords } from '#safe/tx/signedFields.ts'
import { Icon } from '#ui/icons/Icon.tsx'
import { toneClass } from '#ui/Notice.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { useNow } from '#ui/useNow.ts'
import css from './ProposalStop.module.css'

/**
 * Covers everything if a proposal contradicts itself, or differs from what was reviewed in this browser: the same stop
 * on every page, with every difference, nothing to sign, and a report for the other owners.
 */
export function ProposalStop(props: {
  of: Stopped
  /** The comparison, folded behind `summary`. */
  details?: ReactNode
  summary?: string
  /** The ways out. */
  children: ReactNode
}) {
  const { of, details, summary = '', children } = props
  const { report } = of
  const isReview = of.reviewed.length > 0
  const wasExecuted = report !== null && isExecuted(report)
  const steps = wasExecuted ? lateSteps : stepsOf(isReview, report?.tx.nonce)
  const now = useNow()
  const stop = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = stop.current
    dialog?.showModal()
    // Screen readers then read all of it, not only its first button; that button has scrolled it down.
    dialog?.focus()
    dialog?.scrollTo(0, 0)
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      className={css.stop}
      role="alertdialog"
      aria-labelledby="stop-title"
      tabIndex={-1}
      ref={stop}
      onCancel={(event) => event.preventDefault()}
      // A browser may close it on a second Escape, whatever the page does. Reopen it until a way out is
      // chosen.
      onClose={({ currentTarget }) => !currentTarget.open && currentTarget.showModal()}
    >
      <div>
        <span className={`layout-disc ${toneClass('bad')} ${css.disc}`}>
          <Icon name="octagon-x" size={24} />
        </span>
        <h1 id="stop-title">{wasExecuted ? 'This is not what it should be' : 'Do not sign this proposal'}</h1>
        <p className={css.intro}>{introOf(isReview, wasExecuted, report?.source)}</p>
        <ul className={css.differences}>
          {of.differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
        <div className={css.steps}>
          <h2>What to do</h2>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
        <p className={css.actions}>
          <CopyButton primary text={stopReport(of, now)} label="Copy report" words="Copy report" />
          {children}
        </p>
        {details && <Disclosure summary={summary}>{details}</Disclosure>}
      </div>
    </dialog>
  )
}

function introOf(isReview: boolean, wasExecuted: boolean, source = 'Safe service'): string {
  if (wasExecuted) {
    return isReview
      ? 'It was executed, and it is another payment than you reviewed here.'
      : `It was executed, and the data from the ${source} contradicts itself.`
  }
  return isReview
    ? 'The Safe shows a different payment than you reviewed here. Don’t sign it.'
    : `The data from the ${source} contradicts itself. No money has moved.`
}

const lateSteps = [
  'Look at the transaction on BscScan with the other owners: this is what was paid.',
  'Change nothing in the Safe until you know who proposed it.',
]

function stepsOf(isReview: boolean, nonce: bigint | undefined): readonly string[] {
  const which = nonce === undefined ? 'it' : `nonce ${nonce}`
  return isReview
    ? [
        'Did you change it in your Safe yourself? Check it there before anyone signs.',
        'If not, sign nothing. Call the other owners instead of writing to them.',
        `Reject ${which} in Safe{Wallet}, then propose the payment again from here.`,
      ]
    : [
        'Sign nothing, and ask the other owners not to sign either, over a call rather than a chat.',
        'Were the owners or the threshold changed a minute ago? Then the service may only be late: check again.',
        `Else reject ${which} in Safe{Wallet}, and propose the payments again.`,
      ]
}

/** Shows the fingerprint of the rows, so that another person can compare them with the queue. */
export function FingerprintText(props: { account: Address; transfers: readonly Transfer[] }) {
  const whole = fingerprint(props.account, props.transfers)
  return (
    <Disclosure
      summary={
        <span>
          Payout fingerprint <span className={css.digits}>{shortFingerprint(whole)}</span>
        </span>
      }
    >
      <p translate="no" className={`text-mono ${css.whole}`}>
        {whole}
      </p>
      <p className="text-small">Co-signers see the same code in the queue. If it differs, don’t sign.</p>
    </Disclosure>
  )
}

/** A proposal that must not be signed. */
type Stopped = {
  readonly safe: Address
  readonly safeTxHash: SafeTxHash
  readonly differences: readonly string[]
  /** This browser's reviews under that safeTxHash. */
  readonly reviewed: readonly ReviewedProposal[]
  /** The proposal's content; null until it is read. */
  readonly report: ProposalReport | null
}

/**
 * A plain text with which the other owners can judge a stop for themselves: which proposal, what was reviewed and
 * what it contains, with whole addresses and UTC times.
 * @param now ms since the epoch
 */
function stopReport({ safe, safeTxHash, differences, reviewed, report }: Stopped, now: number): string {
  return [
    'Do not sign this proposal',
    `Safe: ${safe} (BNB Smart Chain)`,
    `safeTxHash: ${safeTxHash}`,
    ...(report ? [`Nonce: ${report.tx.nonce}`] : []),
    `Seen: ${utc(now)}`,
    '',
    'What differs:',
    ...differences.map((words) => `- ${words}`),
    ...reviewed.flatMap(({ at, calls, inLargerBatch }) => [
      '',
      `Reviewed in this browser and proposed ${utc(at)}${inLargerBatch ? ', as a part of a batch' : ''}:`,
      ...calls.map((call, index) => `${index + 1}. ${callWords(call)}`),
    ]),
    ...(report
      ? [
          '',
          `What the ${report.source} reports under this safeTxHash:`,
          ...report.content.rows.map((row) => `${row.path}. ${callWords(row)}`),
          '',
          'All checks:',
          ...report.checks.map(({ result, words, evidence = '' }) =>
            `${result}: ${words} ${evidence}`.trim(),
          ),
        ]
      : []),
  ].join('\n')
}

function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
