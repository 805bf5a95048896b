import type { ReactNode } from 'react'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { Card } from '#ui/Card.tsx'
import css from './Request.module.css'
import { RequestFacts } from './RequestFacts.tsx'

/** The heading of a request of somebody else, and its cards. */
export function OpenedRequest({ isPaid, children }: { isPaid: boolean; children: ReactNode }) {
  return (
    <>
      <h1>{isPaid ? 'This request is already paid' : 'Someone is asking you to pay'}</h1>
      <div className={css.opened}>{children}</div>
    </>
  )
}

/** What the link says, before anything of it was checked. */
export function AskedFor({ request }: { request: PaymentRequest }) {
  return (
    <Card title="What they ask for">
      <RequestFacts request={request} />
      <p className={css.small}>
        This was written by the maker of the link, not by the portal. Compare it with what you agreed.
      </p>
    </Card>
  )
}
