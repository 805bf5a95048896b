import { useState } from 'react'
import { usePortal } from '#account/connection.ts'
import { codeAnswers } from '#domain/proof/codeAnswers.ts'
import { keptProofs } from '#domain/proof/keptProofs.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import type { Kept, KeptList } from '#domain/shared/keptList.ts'

/** The entries of a kept list, and how to change them. */
export type KeptItems<T> = Kept<T> & {
  readonly keep: (added: readonly T[]) => void
  readonly forget: (gone: T) => void
}

/** A list of this browser, read once per visit of the page and written through. */
function useKept<T>(list: KeptList<T>): KeptItems<T> {
  const { storage } = usePortal().page
  const [kept, setKept] = useState(() => list.read(storage))
  return {
    ...kept,
    keep: (added) => setKept(list.keep(storage, added)),
    forget: (gone) => setKept(list.forget(storage, gone)),
  }
}

/** The requests of this browser. */
export const useKeptRequests = () => useKept(keptRequests)

/** The proofs of this browser. */
export const useKeptProofs = () => useKept(keptProofs)

/** What this browser’s person answered when they looked for the code of a proof. */
export const useCodeAnswers = () => useKept(codeAnswers)
