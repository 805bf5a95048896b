import type { ReactNode } from 'react'
import { amountText, isPinned, type PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { Card } from '#ui/content/Card.tsx'
import prose from '#ui/layout/prose.module.css'
import { useDocumentTitle } from '#ui/useNow.ts'
import css from './Request.module.css'
import { RequestFacts } from './RequestFacts.tsx'

/** The heading and cards of someone else's request. */
export function OpenedRequest(props: {
  request: PaymentRequest
  isPaid: boolean
  /** Its status, above the cards. */
  status: ReactNode
  children: ReactNode
}) {
  const { request, isPaid } = props
  // The symbol of an unverified token is its whole address.
  const what = isPinned(request.token) ? amountText(request) : 'a payment'
  const title = isPaid ? 'This request is already paid' : `Someone requests ${what}`
  useDocumentTitle(title)
  return (
    <>
      <h1>{title}</h1>
      {props.status}
      <div className={css.opened}>{props.children}</div>
    </>
  )
}

/** The content of the link, before any check. */
export function AskedFor({ request }: { request: PaymentRequest }) {
  return (
    <Card title="Request">
      <RequestFacts request={request} />
      <p className={prose.small}>Written by the sender, not by us. Check it matches your agreement.</p>
    </Card>
  )
}
