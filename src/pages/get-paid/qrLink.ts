import type { SignedRequest } from '#domain/request/PaymentRequest.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { requestUrl } from '#domain/shared/paths.ts'
import { qrModules } from '#ui/qr/QrCode.tsx'

/**
 * The link of a request for a QR code of at most `side` CSS pixels: with the proof of account, unless a camera could not
 * read the code then.
 */
export function qrLink(
  signed: SignedRequest,
  side: number,
): { readonly url: string; readonly hasProof: boolean } {
  const url = requestUrl(encodeRequest(signed))
  const pixels = qrModules(url, side)?.pixels ?? Number.POSITIVE_INFINITY
  return pixels <= side
    ? { url, hasProof: signed.proof !== null }
    : { url: requestUrl(encodeRequest({ ...signed, proof: null })), hasProof: false }
}
