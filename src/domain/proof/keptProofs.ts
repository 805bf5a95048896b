import * as v from 'valibot'
import type { KeyValueStore } from '#account/Mode.ts'
import { bytes32 } from '#chain/rpc/questions.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import type { SignedProof } from './Proof.ts'
import { decodeProof, encodeProof, MAX_PROOF_TEXT, proofKey } from './proofLink.ts'

/** A proof begun in this browser. `safeTxHash` is the proposal to sign it on the chain, if there is one. */
export type KeptProof = SignedProof & { readonly safeTxHash: SafeTxHash | null }

/**
 * The content of storage or a file. Entries that cannot be read are counted in `unreadable`, never dropped
 * silently.
 */
export type KeptProofs = { readonly proofs: readonly KeptProof[]; readonly unreadable: number }

const KEY = 'portal.proofs.56'
/** Beyond this, new proofs push out the oldest. */
export const MAX_KEPT_PROOFS = 100

const entry = v.object({
  proof: v.pipe(v.string(), v.maxLength(MAX_PROOF_TEXT)),
  safeTxHash: v.nullable(bytes32),
})
const document = v.object({
  kind: v.literal('influencer-portal-proofs'),
  version: v.literal(1),
  proofs: v.array(v.unknown()),
})

export function readKeptProofs(storage: KeyValueStore): KeptProofs {
  const text = storage.getItem(KEY)
  return text === null ? { proofs: [], unreadable: 0 } : (parseProofs(text) ?? { proofs: [], unreadable: 1 })
}

/** Parses the output of `proofsText`, as untrusted input; null if it is something else. */
export function parseProofs(text: string): KeptProofs | null {
  try {
    const { proofs } = v.parse(document, JSON.parse(text))
    const read = proofs.flatMap((raw) => {
      const found = v.safeParse(entry, raw)
      const decoded = found.success ? decodeProof(found.output.proof) : null
      if (!found.success || !decoded?.ok) return []
      return [{ ...decoded.signed, safeTxHash: found.output.safeTxHash as SafeTxHash | null }]
    })
    return { proofs: merged([], read), unreadable: proofs.length - read.length }
  } catch {
    return null
  }
}

/** The text for a file or storage. `parseProofs` reads it back. */
export function proofsText(proofs: readonly KeptProof[]): string {
  return JSON.stringify({
    kind: 'influencer-portal-proofs',
    version: 1,
    proofs: proofs.map((kept) => ({ proof: encodeProof(kept), safeTxHash: kept.safeTxHash })),
  })
}

/**
 * Adds proofs, newest first. A proof that is already there replaces the older entry and keeps its signature.
 */
export function keepProofs(storage: KeyValueStore, added: readonly KeptProof[]): readonly KeptProof[] {
  return write(storage, merged(readKeptProofs(storage).proofs, added))
}

export function forgetProof(storage: KeyValueStore, gone: SignedProof): readonly KeptProof[] {
  const key = proofKey(gone.proof)
  return write(
    storage,
    readKeptProofs(storage).proofs.filter(({ proof }) => proofKey(proof) !== key),
  )
}

function write(storage: KeyValueStore, proofs: readonly KeptProof[]): readonly KeptProof[] {
  storage.setItem(KEY, proofsText(proofs))
  return proofs
}

function merged(before: readonly KeptProof[], added: readonly KeptProof[]): readonly KeptProof[] {
  const all = new Map(before.map((kept) => [proofKey(kept.proof), kept]))
  for (const kept of added) {
    const key = proofKey(kept.proof)
    const known = all.get(key)
    all.set(key, {
      proof: kept.proof,
      signature: kept.signature ?? known?.signature ?? null,
      safeTxHash: kept.safeTxHash ?? known?.safeTxHash ?? null,
    })
  }
  return [...all.values()].sort((a, b) => b.proof.issuedAt - a.proof.issuedAt).slice(0, MAX_KEPT_PROOFS)
}
