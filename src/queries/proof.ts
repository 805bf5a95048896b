import { queryOptions } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import type { PaymentRequest, SignedRequest } from '#domain/request/PaymentRequest.ts'
import { requestKey } from '#domain/request/requestLink.ts'
import { requestMessage } from '#domain/request/requestMessage.ts'
import { bscGateway } from '#safe/service/bscSources.ts'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import { intervals, polling } from './polling.ts'

/**
 * The current validity of a proof's signature. Checked again on each visit, because the owners of a Safe may
 * have changed.
 * @param isAsking owners are asked to sign now, so the next signature is looked for more often
 */
export function proofQuery(signed: SignedProof, isAsking = false) {
  const paced = polling(isAsking ? intervals.askedSignature : intervals.signature)
  return queryOptions({
    queryKey: ['proof', 56, encodeProof(signed)],
    queryFn: async () => {
      // Few requests have a proof, and the checks of signatures are not part of a first screen.
      const { checkSignature } = await import('#domain/proof/checkSignature.ts')
      return checkSignature({ rpc: bscRpc, gateway: bscGateway }, signed)
    },
    refetchInterval: (query) => {
      const { data, error } = query.state
      return error || data?.kind === 'unknown' || data?.kind === 'collecting' ? paced(query) : false
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/**
 * Checks a request's signature; null for a request without one. A key's signature is checked locally. A
 * contract is called only with early checks on (`isOn`).
 */
export function signatureQuery({ request, signature }: SignedRequest, isOn: boolean) {
  const paced = polling(intervals.signature)
  return queryOptions({
    queryKey: ['request-signature', 56, requestKey(request), signature, isOn],
    queryFn: async (): Promise<TextSignature | null> => {
      if (signature === null) return null
      const { checkTextSignature } = await import('#safe/signature/textSignature.ts')
      return checkTextSignature(isOn ? bscRpc : unasked, request.payee, requestMessage(request), signature)
    },
    // A Safe's signature holds only while its owners stay the same. Failed reads are retried.
    refetchInterval: (query) =>
      isOn && (query.state.data?.kind === 'unknown' || query.state.error) ? paced(query) : false,
  })
}

/** Replaces the nodes when early checks are off. */
const unasked: Rpc = () => Promise.reject(new Error('Early checks are turned off'))

/**
 * The signature of the text of a request, as far as an account's owners have made it; null if nobody has signed yet.
 * Owners of a Safe sign one after another, possibly days later; the message is found again by its text.
 * @param isAsking the host may keep its dialog open until all owners have signed
 */
export function requestSignatureQuery(account: Account, request: PaymentRequest, isAsking: boolean) {
  return queryOptions({
    queryKey: ['message-signature', 56, account.address, requestKey(request)],
    queryFn: ({ signal }) => account.messageSignature(requestMessage(request), signal),
    refetchInterval: polling(isAsking ? intervals.askedSignature : intervals.signature),
  })
}
