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
