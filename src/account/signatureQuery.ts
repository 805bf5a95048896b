import { queryOptions } from '@tanstack/react-query'
import type { SignedRequest } from '#chain/PaymentRequest.ts'
import { requestKey } from '#chain/requestLink.ts'
import { requestMessage } from '#chain/requestMessage.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { checkTextSignature, type TextSignature } from '#safe/textSignature.ts'
import { polling } from './polling.ts'

/** What a request's signature is worth; null for a request without one. */
export function signatureQuery({ request, signature }: SignedRequest) {
  const paced = polling(15_000)
  return queryOptions({
    queryKey: ['request-signature', 56, requestKey(request), signature],
    queryFn: (): Promise<TextSignature> | null =>
      signature && checkTextSignature(bscRpc, request.payee, requestMessage(request), signature),
    // A Safe's signature holds while its owners stay; what could not be read is asked again.
    refetchInterval: (query) =>
      query.state.data?.kind === 'unknown' || query.state.error ? paced(query) : false,
  })
}
