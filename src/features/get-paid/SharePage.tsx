import { useLocation } from 'wouter'
import { amountText, type PaymentRequest, type SignedRequest } from '#domain/request/PaymentRequest.ts'
import { decodeRequest, encodeRequest, requestKey } from '#domain/request/requestLink.ts'
import { requestPath, requestUrl } from '#domain/shared/paths.ts'
import { useKeptRequests } from '#features/shared/useKept.ts'
import { useRequestText } from '#features/shared/useLinkText.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { BackLink } from '#ui/page/BackLink.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { useDocumentTitle } from '#ui/useNow.ts'
import { AttachProofCard } from './AttachProofCard.tsx'
import { BadRequest } from './BadRequest.tsx'
import { QrPanel } from './QrPanel.tsx'
import { RequestFacts } from './RequestFacts.tsx'
import { PaymentsCard, RequestStatusBanner } from './RequestStatus.tsx'
import { SignCard } from './SignCard.tsx'
import { useRequestState } from './useRequestState.ts'

/** The link of a request and ways to share it. If the clipboard is unavailable, the text can be selected. */
export function SendCard({ request, text }: { request: PaymentRequest; text: string }) {
  const url = requestUrl(text)
  const share = { title: 'Payment request', text: `Payment request: ${amountText(request)}`, url }
  const canShare = typeof navigator.share === 'function' && (navigator.canShare?.(share) ?? true)
  return (
    <Card title="Share">
      <div className={layout.stack}>
        <TextToCopy label="Request link" text={url} />
        <Actions>
          <CopyButton text={url} label="Copy link" />
          {canShare && (
            // Closing the share sheet is not an error.
            <Button onClick={() => void navigator.share(share).catch(() => {})}>Share via…</Button>
          )}
          <ExternalLink href={requestUrl(text, 'sheet')}>Print</ExternalLink>
          <ExternalLink href={url}>Preview as payer</ExternalLink>
        </Actions>
        <p className={prose.small}>
          Everything is inside the link; no server stores it. Anyone with the link can read it.
        </p>
      </div>
    </Card>
  )
}

/** The person's own request: to share, to sign, and to follow its status. */
export function SharePage() {
  const text = useRequestText('share')
  const decoded = decodeRequest(text)
  if (!decoded.ok) return <BadRequest fault={decoded.fault} />
  const { request, signature, proof } = decoded
  return <Shared key={requestKey(request)} signed={{ request, signature, proof }} text={text} />
}

function Shared({ signed, text }: { signed: SignedRequest; text: string }) {
  useDocumentTitle('Your request')
  const { request } = signed
  const kept = useKeptRequests()
  const [, navigate] = useLocation()
  const state = useRequestState(request, kept.items)
  const known = kept.items.find((one) => requestKey(one.request) === requestKey(request))
  return (
    <>
      <div>
        <BackLink href="/get-paid">Get paid</BackLink>
        <h1>Your request</h1>
      </div>
      <div className={layout.page}>
        <RequestStatusBanner request={request} status={state.status} sight={state.sight} />
        <div className={layout.columns}>
          <div className={layout.page}>
            <Card title="Request">
              <RequestFacts request={request} own />
            </Card>
            <SignCard
              signed={signed}
              onSigned={(signature) => {
                const next = { ...signed, signature }
                kept.keep([{ ...next, claimed: state.claimed }])
                navigate(requestPath('share', encodeRequest(next)), { replace: true })
              }}
            />
            <AttachProofCard
              signed={signed}
              onAttach={(proof) => {
                const next = { ...signed, proof }
                kept.keep([{ ...next, claimed: state.claimed }])
                navigate(requestPath('share', encodeRequest(next)), { replace: true })
              }}
            />
          </div>
          <div className={layout.page}>
            <SendCard request={request} text={text} />
            <Card title="QR code">
              <QrPanel signed={signed} />
            </Card>
          </div>
        </div>
        <PaymentsCard
          request={request}
          status={state.status}
          sight={state.sight}
          own={state.own}
          others={state.others}
          named={state.named}
          onName={state.name}
          onClaim={(id) => {
            state.claim(id)
            kept.keep([{ ...(known ?? signed), claimed: [...state.claimed, id] }])
          }}
        />
      </div>
    </>
  )
}
