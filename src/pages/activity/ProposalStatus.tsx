import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ListedAccount } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { QueueOrderText, WithQueue } from '#components/payment/ActivityWhat.tsx'
import { isExecuted, paidTo, proposalStatusWords } from '#domain/activity/proposalWords.ts'
import { paymentPath } from '#domain/shared/paths.ts'
import { isRejectedByOwners, type ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { buttonClass } from '#ui/Button.tsx'
import { StatusBanner } from '#ui/page/StatusBanner.tsx'
import { People } from './ChecksCard.tsx'
import css from './ProposalStatus.module.css'
import { signedWords } from './QueueRow.tsx'

/** The status of a proposal, and what it means for the viewer. */
export function ProposalStatus(props: {
  listed: ListedAccount
  report: ProposalReport
  viewer: Address | null
  /** The next step of an open proposal. */
  action: ReactNode
}) {
  const { listed, report, viewer, action } = props
  const { status, content, safe, safeTxHash } = report
  const words = proposalStatusWords(report, viewer)
  const coming = viewer ? paidTo(content, viewer) : []
  const hash = 'hash' in status ? status.hash : null
  const open = isOpen(status)
  return (
    <StatusBanner
      tone={words.tone}
      status={isRejectedByOwners(report) ? 'Rejected' : words.title}
      action={
        open
          ? action
          : isExecuted(report) &&
            hash && (
              <Link className={buttonClass({ primary: true })} href={paymentPath(hash)}>
                View receipts
              </Link>
            )
      }
    >
      <p>{words.text}</p>
      {coming.length > 0 && (
        <p className={css.coming}>
          Coming to you: {coming.map(Amount.format).join(', ')}, {signedWords(report)}
        </p>
      )}
      {status.kind === 'needs-signatures' && viewer === safe && report.missing && (
        <p>
          Sign as any of <People of={report.missing} viewer={viewer} />.
        </p>
      )}
      {open && (
        <WithQueue listed={listed}>
          {(queue) => <QueueOrderText queue={queue} turn={status.turn} safeTxHash={safeTxHash} isTurnSaid />}
        </WithQueue>
      )}
    </StatusBanner>
  )
}
