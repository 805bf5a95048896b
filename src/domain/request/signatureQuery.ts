import { queryOptions } from '@tanstack/react-query'
import { polling } from '#account/polling.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { checkTextSignature, type TextSignature } from '#safe/signature/textSignature.ts'
import type { SignedRequest } from './PaymentRequest.ts'
import { requestKey } from './requestLink.ts'
import { requestMessage } from './requestMessage.ts'

/**
 * What a request's signature is worth; null for a request without one. A key's signature is checked here; a contract is
 * asked only with early checks on (`isOn`).
 */
export function signatureQuery({ request, signature }: SignedRequest, isOn: boolean) {
  const paced = polling(15_000)
  return queryOptions({
    queryKey: ['request-signature', 56, requestKey(request), signature, isOn],
    queryFn: (): Promise<TextSignature> | null =>
      signature &&
      checkTextSignature(isOn ? bscRpc : unasked, request.payee, requestMessage(request), signature),
    // A Safe's signature holds while its owners stay; what could not be read is asked again.
    refetchInterval: (query) =>
      isOn && (query.state.data?.kind === 'unknown' || query.state.error) ? paced(query) : false,
  })
}

/** Stands in place of the nodes that are not asked. */
const unasked: Rpc = () => Promise.reject(new Error('Early checks are turned off'))
