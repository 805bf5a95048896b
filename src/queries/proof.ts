import { queryOptions } from '@tanstack/react-query'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { checkSignature } from '#domain/proof/checkSignature.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { bscGateway } from '#safe/service/sources.ts'
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
    queryFn: () => checkSignature({ rpc: bscRpc, gateway: bscGateway }, signed),
    refetchInterval: (query) => {
      const { data, error } = query.state
      return error || data?.kind === 'unknown' || data?.kind === 'collecting' ? paced(query) : false
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}
