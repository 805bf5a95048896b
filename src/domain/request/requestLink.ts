import { type FoundLink, findLinkTexts, withCheck } from '#domain/shared/pastedLink.ts'
import type { PaymentRequest, SignedRequest } from './PaymentRequest.ts'
import { FieldFault, formatFields, type RequestFault, readFields } from './requestFields.ts'

// A request as one text. Its fields, in their order, are in `requestFields.ts`.

/** The longest text read or written. */
export const MAX_REQUEST_TEXT = 2_048

type DecodedRequest =
  | ({ readonly ok: true } & SignedRequest)
  | { readonly ok: false; readonly fault: RequestFault }

/** Identifies a request by its text alone. Signing it or attaching a proof does not change its identity. */
export function requestKey(request: PaymentRequest): string {
  return formatFields({ request, signature: null, proof: null })
}

/** @throws RangeError when the request cannot be put into a link, naming the field */
export function encodeRequest(signed: SignedRequest): string {
  const text = withCheck(formatFields(signed), '/')
  const decoded = decodeRequest(text)
  if (!decoded.ok) throw new RangeError(`Not a payment request: ${decoded.fault}`)
  return text
}

/** Decodes the text of a link, completely or not at all. */
export function decodeRequest(text: string): DecodedRequest {
  const outside = outsideFault(text)
  if (outside) return { ok: false, fault: outside }
  try {
    const signed = readFields(text.slice(0, text.lastIndexOf('/')).split('/'))
    if (withCheck(formatFields(signed), '/') !== text) return { ok: false, fault: 'not-canonical' }
    return { ok: true, ...signed }
  } catch (error) {
    if (error instanceof FieldFault) return { ok: false, fault: error.fault }
    throw error
  }
}

/** The text of requests in links that people paste or open. */
const inLinks = {
  starts: ['#/r/', '#/pay/r/'],
  run: /[A-Za-z0-9/:._~-]{1,4096}/y,
  isWhole: (text: string) => decodeRequest(text).ok,
}

/** Finds the requests of all links in a text that `unwrapLinks` made, see `findLinkTexts`. */
export function findRequests(text: string): readonly FoundLink[] {
  return findLinkTexts(text, inLinks)
}

/**
 * The text of a link as the address bar has it, without what a chat or a mail put behind it. A text that is no request
 * even then stays as it is, so that `decodeRequest` says why.
 */
export function requestTextIn(raw: string): string {
  if (raw === '' || raw.length > 2 * MAX_REQUEST_TEXT || decodeRequest(raw).ok) return raw
  const [only, ...others] = findRequests(`#/r/${raw}`)
  return only?.isWhole && others.length === 0 ? only.text : raw
}

function outsideFault(text: string): RequestFault | null {
  if (text === '') return 'empty'
  if (text.length > MAX_REQUEST_TEXT) return 'too-long'
  if (/\s/.test(text)) return 'white-space'
  if (text.includes('%')) return 'percent-encoded'
  if (!/^[A-Za-z0-9/:._~-]+$/.test(text)) return 'foreign-characters'
  const end = text.lastIndexOf('/')
  return end < 0 || withCheck(text.slice(0, end), '/') !== text ? 'damaged' : null
}
