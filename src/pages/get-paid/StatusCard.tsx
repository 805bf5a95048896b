import { Link } from 'wouter'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import type { RequestStatus, SeenPayment } from '#domain/request/requestStatus.ts'
import { evidenceWords, type RequestEvidence, requestStatusWords } from '#domain/request/statusWords.ts'
import { when } from '#domain/shared/format.ts'
import { proposalPath, receiptPath } from '#domain/shared/paths.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Timeline, TimelineItem } from '#ui/list/Timeline.tsx'
import { StatusBanner } from '#ui/page/StatusBanner.tsx'
import { toneIcons } from '#ui/Tone.ts'

/** The status of a request that is not paid yet, step by step. */
export function StatusCard(props: {
  request: PaymentRequest
  status: RequestStatus
  evidence: RequestEvidence
}) {
  const { request, status, evidence } = props
  const { tone, title, text } = requestStatusWords(request, status, evidence.looking)
  return (
    <Card title="Status">
      <Timeline>
        <TimelineItem tone="sign" icon="check" title="Created">
          {when(request.madeAt * 1_000)}
        </TimelineItem>
        <TimelineItem
          tone={tone === 'none' ? 'wait' : tone}
          icon={tone === 'none' ? 'clock' : toneIcons[tone]}
          title={title}
        >
          {text}
          {status.kind === 'queued' && (
            <>
              {' '}
              <Link href={proposalPath(status.queued.safe, status.queued.safeTxHash)}>See the proposal</Link>
            </>
          )}
        </TimelineItem>
        <TimelineItem tone="none" icon="circle-dashed" title="Paid, once it’s final" isLater />
      </Timeline>
      {evidenceWords(request, evidence).map((sentence) => (
        <p key={sentence} className="text-small">
          {sentence}
        </p>
      ))}
    </Card>
  )
}

/** A paid request. The only action left is the receipt. */
export function PaidBanner(props: {
  request: PaymentRequest
  status: RequestStatus
  own: readonly SeenPayment[]
}) {
  const { tone, title, text } = requestStatusWords(props.request, props.status, false)
  const [payment] = props.own
  return (
    <section aria-label="Status">
      <StatusBanner
        tone={tone}
        status={title}
        action={
          payment?.hash &&
          payment.name && (
            <Link className={buttonClass({ primary: true })} href={receiptPath(payment.hash, payment.name)}>
              Get receipt
            </Link>
          )
        }
      >
        <p>{text}</p>
      </StatusBanner>
    </section>
  )
}
