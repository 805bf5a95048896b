import { useAccount } from '#account/connection.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { decodeRequest } from '#domain/request/requestLink.ts'
import { useRequestText } from '#features/shared/useLinkText.ts'
import { Card } from '#ui/content/Card.tsx'
import { late } from '#ui/late.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { StatusBanner } from '#ui/page/StatusBanner.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { BadRequest, UnsignedNotice } from './BadRequest.tsx'
import { ConnectToPay } from './ConnectToPay.tsx'
import { AskedFor, OpenedRequest } from './OpenedRequest.tsx'
import css from './Request.module.css'

// The content and the ways to pay come first; the checks on the chain need four times the code.
const RequestChecks = late(async () => (await import('./RequestChecks.tsx')).RequestChecks)

/** Someone else's request. Anyone can open it; nothing connects, prompts or pays by itself. */
export function OpenRequestPage() {
  const text = useRequestText('open')
  const decoded = decodeRequest(text)
  if (!decoded.ok) return <BadRequest fault={decoded.fault} />
  const { request, signature, proof } = decoded
  const signed = { request, signature, proof }
  return (
    <RequestChecks
      key={text}
      signed={signed}
      text={text}
      waiting={<Unchecked signed={signed} text={text} />}
    />
  )
}

/** Shown before any check: the same cards, so that the layout does not shift. */
function Unchecked({ signed, text }: { signed: SignedRequest; text: string }) {
  const account = useAccount()
  return (
    <OpenedRequest
      request={signed.request}
      isPaid={false}
      status={
        <StatusBanner tone="wait" status="Checking">
          <p>Checking whether it’s paid.</p>
        </StatusBanner>
      }
    >
      <AskedFor request={signed.request} />
      <div className={layout.page}>
        <Card title="Before you pay">
          {signed.signature === null ? (
            <UnsignedNotice />
          ) : (
            <p className={prose.muted}>Checking the signature…</p>
          )}
        </Card>
        <Card title="Pay">
          {account ? (
            <Skeleton lines={1} label="Checking the request" />
          ) : (
            <ConnectToPay text={text} payer={signed.request.payer} />
          )}
        </Card>
      </div>
      <div className={css.wide}>
        <Card title="Payments">
          <Skeleton lines={3} label="Looking for payments" />
        </Card>
      </div>
    </OpenedRequest>
  )
}
