import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import type { RequestStatus, SeenPayment } from '#domain/request/requestStatus.ts'
import { type RequestSight, sightWords, statusWords } from '#domain/request/statusWords.ts'
import { when } from '#domain/shared/format.ts'
import { proposalPath, receiptPath } from '#domain/shared/paths.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import prose from '#ui/layout/prose.module.css'
import { StatusBanner } from '#ui/page/StatusBanner.tsx'
import { type Tone, toneClass, toneIcons } from '#ui/Tone.ts'
import css from './SharePage.module.css'

/** Where a request that is not paid yet stands, step by step. */
export function StatusCard(props: { request: PaymentRequest; status: RequestStatus; sight: RequestSight }) {
  const { request, status, sight } = props
  const { tone, short, long } = statusWords(request, status, sight.looking)
  return (
    <Card title="Status">
      <ol className={css.steps}>
        <Step tone="sign" icon="check" title="Created">
          {when(request.madeAt * 1_000)}
        </Step>
        <Step
          tone={tone === 'none' ? 'wait' : tone}
          icon={tone === 'none' ? 'clock' : toneIcons[tone]}
          title={short}
        >
          {long}
          {status.kind === 'queued' && (
            <>
              {' '}
              <Link href={proposalPath(status.queued.safe, status.queued.safeTxHash)}>See the proposal</Link>
            </>
          )}
        </Step>
        <Step tone="none" icon="circle-dashed" title="Paid, once it’s final" isLater />
      </ol>
      {sightWords(request, sight).map((text) => (
        <p key={text} className={prose.small}>
          {text}
        </p>
      ))}
    </Card>
  )
}

function Step(props: {
  tone: Tone
  icon: Parameters<typeof Icon>[0]['name']
  title: string
  isLater?: boolean
  children?: ReactNode
}) {
  const { tone, icon, title, isLater, children } = props
  return (
    <li className={`${toneClass(tone)} ${isLater ? css.later : ''}`}>
      <span>
        <Icon name={icon} size={14} />
      </span>
      <div>
        <strong>{title}</strong>
        {children && <p>{children}</p>}
      </div>
    </li>
  )
}

/** A request that is paid: nothing is left to do but to take the receipt. */
export function PaidBanner(props: {
  request: PaymentRequest
  status: RequestStatus
  own: readonly SeenPayment[]
}) {
  const { tone, short, long } = statusWords(props.request, props.status, false)
  const [payment] = props.own
  return (
    <section aria-label="Status">
      <StatusBanner
        tone={tone}
        status={short}
        action={
          payment?.hash &&
          payment.name && (
            <Link className={buttonClass({ primary: true })} href={receiptPath(payment.hash, payment.name)}>
              Get receipt
            </Link>
          )
        }
      >
        <p>{long}</p>
      </StatusBanner>
    </section>
  )
}
