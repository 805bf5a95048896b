import { useState } from 'react'
import { useAccount } from '#components/account/useAccount.ts'
import { PayActions } from '#components/request/PayActions.tsx'
import { useRequestText } from '#components/request/useLinkText.ts'
import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { decodeRequest } from '#domain/request/requestLink.ts'
import { CardPart } from '#ui/content/Card.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { OpenedRequest, PayeePanel, SignatureBadge, unsignedNote } from './OpenedRequest.tsx'

// The content and the ways to pay come first; the checks on the chain need four times the code.
const RequestChecks = lazyComponent(async () => (await import('./RequestChecks.tsx')).RequestChecks)
const BadRequest = lazyComponent(async () => (await import('#components/request/BadRequest.tsx')).BadRequest)

/** Another person's request. Anyone can open it; nothing connects, prompts or pays by itself. */
export function OpenRequestPage() {
  const text = useRequestText('open')
  const decoded = decodeRequest(text)
  // The request whose Pay was pressed without an account: connecting continues with it.
  const [paying, setPaying] = useState<string | null>(null)
  if (!decoded.ok) return <BadRequest fault={decoded.fault} />
  const { request, signature, proof } = decoded
  const shared = {
    signed: { request, signature, proof },
    text,
    isPaying: paying === text,
    onPaying: (is: boolean) => setPaying(is ? text : null),
  }
  return <RequestChecks key={text} {...shared} waiting={<Unchecked {...shared} />} />
}

/** Shown before any check: the same card, so that the layout does not shift. */
function Unchecked(props: { signed: SignedRequest; text: string; onPaying: (is: boolean) => void }) {
  const { request, signature, proof } = props.signed
  const account = useAccount()
  return (
    <OpenedRequest
      request={request}
      status={{ tone: 'wait', title: 'Checking', text: '' }}
      who={
        <PayeePanel
          address={request.payee}
          name="Unknown"
          sub={proof === null ? 'Nothing shows whose address this is.' : 'Checking the proof'}
          badge={<SignatureBadge isSigned={signature !== null} signature={null} />}
        />
      }
      notes={signature === null ? [unsignedNote] : []}
      parts={
        <section aria-label="Before you pay">
          <CardPart>
            <p className="text-muted">Checking the request…</p>
          </CardPart>
        </section>
      }
    >
      <section aria-label="Pay">
        {account ? (
          <Skeleton lines={1} label="Checking the request" />
        ) : (
          <PayActions request={request} text={props.text} onPay={() => props.onPaying(true)} />
        )}
      </section>
    </OpenedRequest>
  )
}
