import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Account } from '#account/Account.ts'
import type { Attestation } from '#account/Attestation.ts'
import { polling } from '#account/polling.ts'
import { isSignature, type SignedProof } from '#account/proof/Proof.ts'
import { proofKey } from '#account/proof/proofLink.ts'
import { proofMessage } from '#account/proof/proofMessage.ts'
import { useKeptProofs } from '#account/proof/useKeptProofs.ts'

/** Names the question how far the owners of a Safe are with a proof. */
export function standingKey({ proof }: SignedProof) {
  return ['attestation', 56, proof.address, proofKey(proof)]
}

/**
 * One's own proof as it stands now: with the signature that its account has given since, also after a reload and on
 * another day. What was found is kept in this browser.
 */
export function useOwnProof(signed: SignedProof, account: Account | null, isAsking: boolean) {
  const { proofs, keep } = useKeptProofs()
  const { proof } = signed
  const entry = proofs.find((one) => proofKey(one.proof) === proofKey(proof)) ?? null
  const own = account?.address === proof.address ? account : null
  const known = signed.signature ?? entry?.signature ?? null
  const standing = useQuery({
    queryKey: standingKey(signed),
    queryFn: async ({ signal }): Promise<Attestation | null> =>
      (await own?.attestation(proofMessage(proof), signal)) ?? null,
    // A key signs at once or not at all.
    enabled: own?.kind === 'safe' && known === null,
    // The host may keep its dialog open until all owners have signed.
    refetchInterval: polling(isAsking ? 4_000 : 15_000),
  })
  const given = standing.data?.kind === 'signed' ? standing.data.signature : null
  // A longer one stays with the Safe: the proof is found there without it.
  const signature = known ?? (given && isSignature(given) ? given : null)
  const safeTxHash =
    entry?.safeTxHash ?? (standing.data?.kind === 'proposed' ? standing.data.safeTxHash : null)
  const isNew = signature !== (entry?.signature ?? null) || safeTxHash !== (entry?.safeTxHash ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when there is something new, not with each drawing
  useEffect(() => {
    if (isNew) keep([{ proof, signature, safeTxHash }])
  }, [isNew, signature, safeTxHash])
  return { own, standing, complete: { proof, signature } satisfies SignedProof, safeTxHash }
}
