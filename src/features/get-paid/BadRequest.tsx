import { Link } from 'wouter'
import type { RequestFault } from '#domain/request/requestLink.ts'
import { requestFaultText } from '#domain/request/requestWords.ts'
import { Card } from '#ui/content/Card.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Shown for an invalid request link: what is wrong with it, without any of its content. */
export function BadRequest({ fault }: { fault: RequestFault }) {
  return (
    <>
      <h1>This link is not a payment request</h1>
      <Card title="What is wrong">
        <Notice tone="bad" title={requestFaultText[fault]}>
          <p>Nothing of it is shown, so that nobody pays what it says.</p>
        </Notice>
        <p>
          <Link href="/">Overview</Link>
        </p>
      </Card>
    </>
  )
}

/** Warns that the request is unsigned: the first thing that its receiver must know. */
export function UnsignedNotice() {
  return (
    <Notice tone="warn" title="Not signed by the account that will be paid.">
      <p>
        Anybody can make such a link, with any account in it. Compare the whole address with one that you have
        from the person, by another way than this link.
      </p>
    </Notice>
  )
}
