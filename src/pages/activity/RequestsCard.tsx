import { useState } from 'react'
import { Link } from 'wouter'
import type { Address } from '#chain/money/Address.ts'
import { useKeptRequests } from '#components/stored/useKept.ts'
import type { KeptRequest } from '#domain/request/keptRequests.ts'
import { amountText } from '#domain/request/PaymentRequest.ts'
import { encodeRequest, requestKey } from '#domain/request/requestLink.ts'
import { when } from '#domain/shared/format.ts'
import { requestPath, requestUrl } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import css from './RequestsCard.module.css'

const QrCode = lazyComponent(async () => (await import('#ui/qr/QrCode.tsx')).QrCode)

/** The page Get paid lists all of them. */
const SHOWN = 3

/** This account's payment requests in this browser, each with its QR code for a payer nearby. */
export function RequestsCard({ payee }: { payee: Address }) {
  const { items: requests } = useKeptRequests()
  const own = requests.filter(({ request }) => request.payee === payee)
  if (own.length === 0) return null
  return (
    <Card title="Your requests" action={<Link href="/get-paid">All requests</Link>}>
      <ul className="layout-entries" aria-label="Requests to this address">
        {own.slice(0, SHOWN).map((one) => (
          <Row key={requestKey(one.request)} one={one} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ one }: { one: KeptRequest }) {
  const { memo, madeAt } = one.request
  const [coded, setCoded] = useState(false)
  const text = encodeRequest(one)
  return (
    <li className={css.row}>
      <div className={css.main}>
        <p className="text-wrap">
          <strong translate="no" className="text-tabular">
            {amountText(one.request)}
          </strong>
        </p>
        <p className={`layout-meta ${css.meta}`}>
          <time>{when(madeAt * 1_000)}</time>
          {memo && <bdi>{memo}</bdi>}
          <Link href={requestPath('share', text)}>Status</Link>
        </p>
        {coded && (
          <QrCode text={requestUrl(text)} label={`QR code of the request for ${amountText(one.request)}`} />
        )}
      </div>
      <Button aria-expanded={coded} onClick={() => setCoded(!coded)}>
        {coded ? 'Hide QR code' : 'Show QR code'}
      </Button>
    </li>
  )
}
