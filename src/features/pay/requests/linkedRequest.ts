import { decodeRequest, type RequestFault } from '#domain/request/requestLink.ts'
import { type RequestRow, rowOf } from './requestRows.ts'

/** The request in the address of the page. `text` is what the link holds, '' without one. */
export type LinkedRequest = { readonly text: string } & (
  | { readonly row: RequestRow; readonly fault: null }
  | { readonly row: null; readonly fault: RequestFault | null }
)

/** Reads the text of a request link. */
export function readLink(text: string): LinkedRequest {
  if (text === '') return { text, row: null, fault: null }
  const decoded = decodeRequest(text)
  return decoded.ok ? { text, row: rowOf(decoded), fault: null } : { text, row: null, fault: decoded.fault }
}

/** The requests on the page and how far their payment is. They belong to the link that they were opened with. */
export type RequestContext<Review extends { readonly kind: 'review' }> = {
  /** Text of that link, '' for none. */
  readonly link: string
  readonly rows: readonly RequestRow[]
  readonly step: { readonly kind: 'edit'; readonly stoppedWaiting?: true } | Review
}

/** What the page begins with. */
export function startContext<Review extends { readonly kind: 'review' }>({
  text,
  row,
}: LinkedRequest): RequestContext<Review> {
  return { link: text, rows: row ? [row] : [], step: { kind: 'edit' } }
}

/**
 * The same requests while the link is the same or gone; for another link its request alone, before any review. A link
 * that cannot be read shows no request: the one before it would stand under its address.
 */
export function followLink<Review extends { readonly kind: 'review' }>(
  context: RequestContext<Review>,
  linked: LinkedRequest,
): RequestContext<Review> {
  if (linked.text === context.link) return context
  return linked.text === '' ? { ...context, link: '' } : startContext(linked)
}
