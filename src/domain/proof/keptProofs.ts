import * as v from 'valibot'
import { bytes32 } from '#chain/schemas.ts'
import { keptList } from '#domain/shared/keptList.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { browserKey } from '#storage/keys.ts'
import type { Proof, SignedProof } from './Proof.ts'
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

/** A person's answer after looking for a proof's code, which no page can look for. */
export type CodeAnswer = {
  readonly proof: Proof
  /** The code is on the profile or in the post. */
  readonly isThere: boolean
  /** Seconds since 1970. */
  readonly at: number
  /** It came from a backup file, so nobody has looked here. */
  readonly isRestored?: boolean
}

/** Seconds until the year 2100; a date beyond that was not written by a person. */
const LATEST = 4_102_444_800

const answerEntry = v.object({
  proof: v.pipe(v.string(), v.maxLength(MAX_PROOF_TEXT)),
  isThere: v.boolean(),
  at: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LATEST)),
  isRestored: v.optional(v.literal(true)),
})

/**
 * The answers given in this browser. They belong to one proof each, so that a renewed one is looked at again, and
 * they are in no link: nobody sees a proof as confirmed only because another person confirmed it.
 */
export const codeAnswers = keptList<CodeAnswer>({
  key: browserKey('codeAnswers.56'),
  name: 'code-answers',
  max: 1_000,
  idOf: ({ proof }) => proofKey(proof),
  timeOf: ({ at }) => at,
  parse(raw) {
    const found = v.safeParse(answerEntry, raw)
    const decoded = found.success ? decodeProof(found.output.proof) : null
    if (!found.success || !decoded?.ok) return null
    const { isThere, at, isRestored } = found.output
    return { proof: decoded.signed.proof, isThere, at, ...(isRestored && { isRestored }) }
  },
  format: ({ proof, isThere, at, isRestored }) => ({
    proof: encodeProof({ proof, signature: null }),
    isThere,
    at,
    ...(isRestored && { isRestored }),
  }),
  merge: (_, latest) => latest,
})
