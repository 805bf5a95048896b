import * as v from 'valibot'
import { bytes32 } from '#chain/schemas.ts'
import { keptList } from '#domain/shared/keptList.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { browserKey } from '#storage/keys.ts'
import type { SignedProof } from './Proof.ts'
import { decodeProof, encodeProof, MAX_PROOF_TEXT, proofKey } from './proofLink.ts'

/** A proof begun in this browser. `safeTxHash` is the proposal to sign it on the chain, if there is one. */
export type KeptProof = SignedProof & { readonly safeTxHash: SafeTxHash | null }

const entry = v.object({
  proof: v.pipe(v.string(), v.maxLength(MAX_PROOF_TEXT)),
  safeTxHash: v.nullable(bytes32),
})

/** The proofs of this browser. A proof that is kept again keeps its signature and its proposal. */
export const keptProofs = keptList<KeptProof>({
  key: browserKey('proofs.56'),
  name: 'proofs',
  max: 100,
  idOf: ({ proof }) => proofKey(proof),
  timeOf: ({ proof }) => proof.issuedAt,
  parse(raw) {
    const found = v.safeParse(entry, raw)
    const decoded = found.success ? decodeProof(found.output.proof) : null
    if (!found.success || !decoded?.ok) return null
    return { ...decoded.signed, safeTxHash: found.output.safeTxHash as SafeTxHash | null }
  },
  format: (kept) => ({ proof: encodeProof(kept), safeTxHash: kept.safeTxHash }),
  merge: (known, { proof, signature, safeTxHash }) => ({
    proof,
    signature: signature ?? known?.signature ?? null,
    safeTxHash: safeTxHash ?? known?.safeTxHash ?? null,
  }),
})
