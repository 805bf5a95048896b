import type { ReactNode } from 'react'
import { requestUrl } from '#domain/shared/paths.ts'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { useCopy } from '#ui/page/CopyButton.tsx'

/**
 * Opens the portal in an app, with the link of a request on the clipboard. It is pasted there, because the content of
 * an app's link goes to the app's server.
 */
export function OpenInApp(props: { text: string; href: string; className: string; children: ReactNode }) {
  const [said, copy] = useCopy(requestUrl(props.text))
  return (
    <ExternalLink className={props.className} href={props.href} onClick={copy} icon>
      {props.children}
      {said && <span className="visually-hidden">{said}</span>}
    </ExternalLink>
  )
}
