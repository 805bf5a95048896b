import { Link } from 'wouter'
import { type RequestFault, requestFaultText } from '#domain/request/requestLink.ts'
import { Notice } from '#ui/Notice.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'

/** Shown for an invalid request link: what is wrong with it, without any of its content. */
export function BadRequest({ fault }: { fault: RequestFault }) {
  const title = 'This payment link doesn’t work'
  useDocumentTitle(title)
  return (
    <>
      <h1>{title}</h1>
      <Notice tone="bad" title={requestFaultText[fault]}>
        <p>
          We’re hiding its contents so no one pays it by mistake. <Link href="/">Go to Overview</Link>
        </p>
      </Notice>
    </>
  )
}
