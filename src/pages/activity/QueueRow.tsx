import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { Amounts } from '#components/payment/ActivityRow.tsx'
import { QueueOrderText } from '#components/payment/ActivityWhat.tsx'
import { decodedContent, itemContent } from '#components/payment/itemContent.tsx'
import { useOrigins } from '#components/payout/usePayouts.ts'
import type { Computed } from '#components/proposal/useProposals.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { reportedWords } from '#domain/activity/paymentWords.ts'
import { checkWords, paidTo, proposalStatusWords } from '#domain/activity/proposalWords.ts'
import { whenInList } from '#domain/shared/format.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import { differences, type ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { Disc, Row } from '#ui/content/Rows.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { Signatures } from './ChecksCard.tsx'
import proposalStatusCss from './ProposalView.module.css'
import css from './QueueRow.module.css'
import { proofTitle, useOwnProof } from './useOwnProof.ts'

/** One queued item: its effect, computed from its bytes once loaded, and who has signed or not. */
export function QueueRow(props: {
  safe: Address
  item: ActivityItem
  computed: Computed | undefined
  viewer: Address | null
  queue: PagedList
  now: number
  isConflict?: boolean
}) {
  const { safe, item, computed, viewer, queue, now, isConflict } = props
  const report = computed?.state === 'done' ? computed.report : null
  const status = report ? proposalStatusWords(report, viewer) : reportedWords(item.status)
  const check = report && checkWords(report)
  const coming = report && viewer ? paidTo(report.content, viewer) : []
  const isStop = report !== null && differences(report).length > 0
  const ownProof = useOwnProof()
  const proof = report && ownProof(report)
  const origins = useOrigins(safe)(item.safeTxHash)
  const { title, detail, amounts, icon } = report
    ? decodedContent(report.content, report.tx.nonce, origins)
    : itemContent(item, origins)
  return (
    <Row
      href={item.safeTxHash && proposalPath(safe, item.safeTxHash)}
      tone={isConflict ? 'conflict' : undefined}
      mark={<Disc icon={isStop ? 'octagon-x' : icon} tone={isStop ? 'bad' : 'wait'} />}
      title={proof ? proofTitle(proof) : title}
      sub={
        <>
          {item.nonce !== null && <span>Nonce {item.nonce.toString()}</span>}
          {detail && <span>{detail}</span>}
          <time>{whenInList(item.at, now)}</time>
          {item.note && <q>{item.note}</q>}
          {coming.length > 0 && report && (
            <strong className={proposalStatusCss.coming}>
              Coming to you: {coming.map(Amount.format).join(', ')}, {signedWords(report)}
            </strong>
          )}
          {(report ?? item).status.kind === 'unknown' && <span>{status.text}</span>}
          {report && isOpen(report.status) && (
            <span className={css.order}>
              <QueueOrderText
                queue={queue}
                turn={report.status.turn}
                safeTxHash={report.safeTxHash}
                isAmongRivals
              />
            </span>
          )}
        </>
      }
      status={
        <>
          {report && <Signatures report={report} viewer={viewer} />}
          {!isStop && <StatusBadge tone={status.tone}>{status.title}</StatusBadge>}
          {check ? (
            <StatusBadge tone={check.tone}>{check.title}</StatusBadge>
          ) : (
            <Unchecked computed={computed} />
          )}
        </>
      }
      end={<Amounts of={amounts} />}
    />
  )
}

function Unchecked({ computed }: { computed: Computed | undefined }) {
  if (computed?.state === 'error') return <StatusBadge tone="warn">Not checked: no answer</StatusBadge>
  if (computed?.state === 'done') return <StatusBadge tone="warn">Not checked: unknown</StatusBadge>
  return <StatusBadge tone="wait">Checking</StatusBadge>
}

/** `1 of 2 signatures`, or its status if it is not waiting for signatures. */
export function signedWords({ status }: ProposalReport): string {
  switch (status.kind) {
    case 'needs-signatures':
    case 'ready':
      return `${status.have} of ${status.need} signatures`
    default:
      return 'not paid yet'
  }
}
