import { useMemo, useSyncExternalStore } from 'react'
import { usePortal } from '#account/connection.ts'
import { codeAnswers } from '#domain/proof/codeAnswers.ts'
import { keptProofs } from '#domain/proof/keptProofs.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import type { Kept, KeptList } from '#domain/shared/keptList.ts'
import { keptChanged, subscribeKept, writeKept } from './keptChanges.ts'

/** The entries of a kept list, and how to change them. */
export type KeptItems<T> = Kept<T> & {
  /** Returns why an entry was not saved, for people; null if all were saved. */
  readonly keep: (added: readonly T[]) => string | null
  readonly forget: (gone: T) => void
}

/** A list of this browser. Changes are stored at once, and every page and tab sees them. */
function useKept<T>(list: KeptList<T>): KeptItems<T> {
  const { storage } = usePortal().page
  const text = useSyncExternalStore(subscribeKept, () => storage.getItem(list.key))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read again when its text changes
  return useMemo(
    () => ({
      ...list.read(storage),
      keep(added) {
        const fault = writeKept(() => list.keep(storage, added))
        keptChanged()
        return fault
      },
      forget(gone) {
        list.forget(storage, gone)
        keptChanged()
      },
    }),
    [list, storage, text],
  )
}

/** The requests of this browser. */
export const useKeptRequests = () => useKept(keptRequests)

/** The proofs of this browser. */
export const useKeptProofs = () => useKept(keptProofs)

/** The answers of the person at this browser after looking for the code of a proof. */
export const useCodeAnswers = () => useKept(codeAnswers)
