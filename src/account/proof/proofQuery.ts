import { queryOptions } from '@tanstack/react-query'
import { bscRpc } from '#chain/bscRpc.ts'
import { bscGateway } from '#safe/sources.ts'
import { polling } from '../polling.ts'
import { checkSignature } from './checkSignature.ts'
import type { SignedProof } from './Proof.ts'
import { encodeProof } from './proofLink.ts'

/** How often (ms) is looked again where owners still sign, or where nobody could say. */
const LOOK_EVERY = 15_000

/** What a proof's signature is worth now; checked anew on each visit, as the owners of a Safe may have changed. */
export function proofQuery(signed: SignedProof) {
  const paced = polling(LOOK_EVERY)
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
