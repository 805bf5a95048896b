import { useMemo, useSyncExternalStore } from 'react'
import { usePortal } from '#account/connection.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { codeAnswers, keptProofs } from '#domain/proof/keptProofs.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import type { Kept, KeptList } from '#domain/shared/keptList.ts'
import { type BrowserStorage, browserStorage, type GuardedStorage } from '#storage/KeyValueStore.ts'
import { storedRevision } from '#storage/persisted.ts'

/** The requests of this browser. */
export const useKeptRequests = () => useKeptList(keptRequests)

/** The proofs of this browser. */
export const useKeptProofs = () => useKeptList(keptProofs)

/** The answers of the person at this browser after looking for the code of a proof. */
export const useCodeAnswers = () => useKeptList(codeAnswers)

/** The entries of a kept list, and how to change them. */
export type KeptItems<T> = Kept<T> & {
  /** Adds entries. Returns why one was not saved, for people; null if all were saved. */
  readonly keep: (added: readonly T[]) => string | null
  /** Changes the entry that was `before` when the change began. Returns why it was not saved; null if it was. */
  readonly replace: (before: T, after: T) => string | null
  readonly forget: (gone: T) => void
}

/** A list of this browser. Changes are stored at once, and every page and tab sees them. */
export function useKeptList<T>(list: KeptList<T>): KeptItems<T> {
  const { storage } = usePortal().page
  const text = useStored(() => storage.getItem(list.key))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read again when its text changes
  return useMemo(
    () => ({
      ...list.read(storage),
      keep: (added) => faultOf(() => list.keep(storage, added)),
      replace: (before, after) => faultOf(() => list.replace(storage, before, after)),
      forget: (gone) => void list.forget(storage, gone),
    }),
    [list, storage, text],
  )
}

function faultOf(write: () => Kept<unknown>): string | null {
  try {
    return write().left ? FULL : null
  } catch (error) {
    const known = findPortalError(error)
    if (!known) throw error
    return known.message
  }
}

/** Why a new entry was not saved. */
const FULL = 'This list is full. Remove an entry first. Nothing was saved.'

/**
 * Something that is kept in this browser, read again when stored data was written, here or in another tab.
 * @param read returns the same value until it changes
 */
export function useStored<T>(read: (storage: GuardedStorage) => T): T {
  const { storage } = usePortal().page
  return useSyncExternalStore(storedRevision.subscribe, () => read(storage))
}

/** Grows when stored data was written, for data that is too large to compare. */
export const useStoredRevision = () => useStored(storedRevision.get)

/** This browser's storage, with a list of its keys. */
export function useBrowserStorage(): BrowserStorage {
  const { storage } = usePortal().page
  const address = useAccount()?.address ?? null
  return useMemo(() => browserStorage(storage, address), [storage, address])
}
