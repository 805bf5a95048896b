import type { ReactNode } from 'react'
import { isExecuted } from '#domain/activity/proposalWords.ts'
import { type Stopped, stopReport } from '#domain/activity/stopReport.ts'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { useNow } from '#ui/useNow.ts'
import { StopScreen } from './StopScreen.tsx'

/**
 * Covers everything if a proposal contradicts itself, or differs from what was reviewed in this browser: the same stop
 * on every page, with nothing to sign, and a report for the other owners.
 */
export function ProposalStop(props: {
  of: Stopped
  /** The comparison, folded behind `summary`. */
  details?: ReactNode
  summary?: string
  /** The ways out. */
  children: ReactNode
}) {
  const { of, children, ...folded } = props
  const { report, reviewed } = of
  const now = useNow()
  const isReview = reviewed.length > 0
  const wasExecuted = report !== null && isExecuted(report)
  return (
    <StopScreen
      title={wasExecuted ? 'This is not what it should be' : 'Do not sign this proposal'}
      intro={introOf(isReview, wasExecuted, report?.source)}
      differences={of.differences}
      steps={wasExecuted ? lateSteps : stepsOf(isReview, report?.tx.nonce)}
      {...folded}
    >
      <CopyButton primary text={stopReport(of, now)} label="Copy report" words="Copy report" />
      {children}
    </StopScreen>
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
