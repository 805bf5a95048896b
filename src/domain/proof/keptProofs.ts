import * as v from 'valibot'
import type { KeyValueStore } from '#account/Mode.ts'
import { bytes32 } from '#chain/rpc/questions.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import type { SignedProof } from './Proof.ts'
import { decodeProof, encodeProof, MAX_PROOF_TEXT, proofKey } from './proofLink.ts'

/** A proof that was begun in this browser; `safeTxHash` is the proposal to sign it on the chain, where there is one. */
export type KeptProof = SignedProof & { readonly safeTxHash: SafeTxHash | null }

/** What storage or a file holds: `unreadable` entries are counted, never dropped in silence. */
export type KeptProofs = { readonly proofs: readonly KeptProof[]; readonly unreadable: number }

const KEY = 'portal.proofs.56'
/** Newer ones make the oldest go. */
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

/** Reads what `proofsText` wrote, as untrusted; null when it is something else altogether. */
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

/** The text of a file or of storage: `parseProofs` reads the same back. */
export function proofsText(proofs: readonly KeptProof[]): string {
  return JSON.stringify({
    kind: 'influencer-portal-proofs',
    version: 1,
    proofs: proofs.map((kept) => ({ proof: encodeProof(kept), safeTxHash: kept.safeTxHash })),
  })
}

/** Adds proofs, the newest first. The same proof again takes the place of the older entry, and keeps its signature. */
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
