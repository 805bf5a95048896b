import { decodeRequest, type RequestFault } from '#domain/request/requestLink.ts'
import { type RequestRow, rowOf } from './requestRows.ts'

/** The request in the page's URL. `text` is the link's content, '' without a link. */
export type LinkedRequest = { readonly text: string } & (
  | { readonly row: RequestRow; readonly fault: null }
  | { readonly row: null; readonly fault: RequestFault | null }
)

/** Parses the text of a request link. */
export function readLink(text: string): LinkedRequest {
  if (text === '') return { text, row: null, fault: null }
  const decoded = decodeRequest(text)
  return decoded.ok ? { text, row: rowOf(decoded), fault: null } : { text, row: null, fault: decoded.fault }
}

/** The requests on the page and the step of their payment. They belong to the link that opened them. */
export type RequestContext<Review extends { readonly kind: 'review' }> = {
  /** Text of that link, '' for none. */
  readonly link: string
  readonly rows: readonly RequestRow[]
  readonly step: { readonly kind: 'edit'; readonly stoppedWaiting?: true } | Review
}

/** The initial state of the page. */
export function startContext<Review extends { readonly kind: 'review' }>({
  text,
  row,
}: LinkedRequest): RequestContext<Review> {
  return { link: text, rows: row ? [row] : [], step: { kind: 'edit' } }
}

/**
 * Keeps the requests while the link is unchanged or gone. Another link starts over with its request alone. An
 * unreadable link shows no request, because the previous one would appear under its URL.
 */
export function followLink<Review extends { readonly kind: 'review' }>(
  context: RequestContext<Review>,
  linked: LinkedRequest,
): RequestContext<Review> {
  if (linked.text === context.link) return context
  return linked.text === '' ? { ...context, link: '' } : startContext(linked)
}
