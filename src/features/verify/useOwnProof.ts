import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { proofQuery } from '#domain/proof/judgeProof.ts'
import { isSignature, type SignedProof } from '#domain/proof/Proof.ts'
import { proofKey } from '#domain/proof/proofLink.ts'
import { useKeptProofs } from '#features/shared/useKept.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'

/**
 * The person's own proof with any signature that its account has made since, also after a reload or on
 * another day. A signature that was found is stored in this browser.
 */
export function useOwnProof(signed: SignedProof, isAsking: boolean) {
  const { items: proofs, keep } = useKeptProofs()
  const { proof } = signed
  const entry = proofs.find((one) => proofKey(one.proof) === proofKey(proof)) ?? null
  const known = signed.signature ?? entry?.signature ?? null
  // The host may keep its dialog open until all owners have signed.
  const checked = useQuery(proofQuery({ proof, signature: known }, isAsking ? 4_000 : 15_000))
  const found = checked.data?.kind === 'valid' ? (checked.data.found ?? null) : null
  // A longer one stays with the Safe: the proof finds it there.
  const signature = known ?? (found && isSignature(found) ? found : null)
  const safeTxHash = entry?.safeTxHash ?? null
  const isNew = signature !== (entry?.signature ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: write only new data, not on every render
  useEffect(() => {
    if (isNew) keep([{ proof, signature, safeTxHash }])
  }, [isNew])
  return {
    complete: { proof, signature } satisfies SignedProof,
    state: checked.data ?? null,
    isSigned: signature !== null || checked.data?.kind === 'valid',
    safeTxHash,
    look: () => void checked.refetch(),
    /** Stores the result of a request: a signature, or the proposal to sign on the chain. */
    take: (got: { readonly signature?: SignedProof['signature']; readonly safeTxHash?: SafeTxHash }) =>
      keep([{ proof, signature: got.signature ?? signature, safeTxHash: got.safeTxHash ?? safeTxHash }]),
  }
}
