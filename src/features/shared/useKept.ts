import { useState } from 'react'
import { usePortal } from '#account/connection.ts'
import { forgetProof, type KeptProof, keepProofs, readKeptProofs } from '#domain/proof/keptProofs.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { forget, type KeptRequest, keep, readKept } from '#domain/request/keptRequests.ts'

/** The requests in this browser, read once per visit of the page and written through. */
export function useKeptRequests() {
  const { storage } = usePortal().page
  const [{ requests, unreadable }, set] = useState(() => readKept(storage))
  return {
    requests,
    unreadable,
    keep: (added: readonly KeptRequest[]) => set({ requests: keep(storage, added), unreadable }),
    forget: (gone: KeptRequest) => set({ requests: forget(storage, gone), unreadable }),
  }
}

/** The proofs in this browser, read once per visit of the page and written through. */
export function useKeptProofs() {
  const { storage } = usePortal().page
  const [{ proofs, unreadable }, set] = useState(() => readKeptProofs(storage))
  return {
    proofs,
    unreadable,
    keep: (added: readonly KeptProof[]) => set({ proofs: keepProofs(storage, added), unreadable }),
    forget: (gone: SignedProof) => set({ proofs: forgetProof(storage, gone), unreadable }),
  }
}
