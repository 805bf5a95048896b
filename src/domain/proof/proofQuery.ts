import { queryOptions } from '@tanstack/react-query'
import { polling } from '#account/polling.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { bscGateway } from '#safe/service/sources.ts'
import { checkSignature } from './checkSignature.ts'
import type { SignedProof } from './Proof.ts'
import { encodeProof } from './proofLink.ts'

/**
 * What a proof's signature is worth now; checked anew on each visit, as the owners of a Safe may have changed.
 * @param every ms after which is looked again where owners still sign, or where nobody could say
 */
export function proofQuery(signed: SignedProof, every = 15_000) {
  const paced = polling(every)
  return queryOptions({
    queryKey: ['proof', 56, encodeProof(signed)],
    queryFn: () => checkSignature({ rpc: bscRpc, gateway: bscGateway }, signed),
    refetchInterval: (query) => {
      const { data, error } = query.state
      return error || data?.kind === 'unknown' || data?.kind === 'collecting' ? paced(query) : false
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}
