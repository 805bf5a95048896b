import { useMemo } from 'react'
import { usePortal } from '#account/connection.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { type BrowserStorage, browserStorage } from '#storage/KeyValueStore.ts'

/** This browser's storage, with a list of its keys. */
export function useBrowserStorage(): BrowserStorage {
  const { storage } = usePortal().page
  const address = useAccount()?.address ?? null
  return useMemo(() => browserStorage(storage, address), [storage, address])
}
