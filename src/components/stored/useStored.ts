import { useSyncExternalStore } from 'react'
import { usePortal } from '#account/connection.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import { storedRevision } from '#storage/storedChanges.ts'

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
