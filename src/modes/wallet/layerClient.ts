import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { QueryClient } from '@tanstack/react-query'
import type { PersistQueryClientOptions } from '@tanstack/react-query-persist-client'
import { deserialize, serialize } from 'wagmi'
import { isBnbName } from '#chain/names/bnbName.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'

const DAY = 86_400_000

/** RainbowKit's queries about an account. They stay fresh for a day, and our own payments make them stale. */
const SLOW_FACTS = ['balance', 'ensName', 'ensAvatar', 'ensAddress', 'ensResolver', 'token']

/** The cache of the wallet layer only: the portal's own reads are never a day old. */
export function layerClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: DAY,
        retry: 3,
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 30_000),
        refetchOnWindowFocus: false,
        networkMode: 'offlineFirst',
      },
    },
  })
  for (const name of SLOW_FACTS) client.setQueryDefaults([name], { staleTime: DAY })
  // RainbowKit splits a name without checking it, and the stored value may have been modified.
  client.setQueryDefaults(['ensName'], { staleTime: DAY, select: (name) => (isBnbName(name) ? name : null) })
  return client
}

/** Persists this cache for a day. An unreadable cache is discarded. */
export function persistOptions(storage: KeyValueStore): Omit<PersistQueryClientOptions, 'queryClient'> {
  return {
    persister: createSyncStoragePersister({
      key: browserKey('walletCache'),
      storage,
      throttleTime: 1_000,
      serialize,
      deserialize,
    }),
    maxAge: DAY,
    buster: '1',
  }
}
