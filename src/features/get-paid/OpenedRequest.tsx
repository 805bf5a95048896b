import type { ReactNode } from 'react'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { Card } from '#ui/content/Card.tsx'
import prose from '#ui/layout/prose.module.css'
import css from './Request.module.css'
import { RequestFacts } from './RequestFacts.tsx'

/** The heading and cards of someone else's request. */
export function OpenedRequest({ isPaid, children }: { isPaid: boolean; children: ReactNode }) {
  return (
    <>
      <h1>{isPaid ? 'This request is already paid' : 'Someone is asking you to pay'}</h1>
      <div className={css.opened}>{children}</div>
    </>
  )
}

/** The content of the link, before any check. */
export function AskedFor({ request }: { request: PaymentRequest }) {
  return (
    <Card title="What they ask for">
      <RequestFacts request={request} />
      <p className={prose.small}>
        This was written by the maker of the link, not by the portal. Compare it with what you agreed.
      </p>
    </Card>
  )
}
