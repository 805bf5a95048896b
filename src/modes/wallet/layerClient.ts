import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { QueryClient } from '@tanstack/react-query'
import type { PersistQueryClientOptions } from '@tanstack/react-query-persist-client'
import { deserialize, serialize } from 'wagmi'
import type { KeyValueStore } from '#account/Mode.ts'
import { isBnbName } from '#chain/names/bnbName.ts'

const DAY = 86_400_000

/** What RainbowKit asks about an account; a day old is fresh, and a payment of ours makes it stale. */
const SLOW_FACTS = ['balance', 'ensName', 'ensAvatar', 'ensAddress', 'ensResolver', 'token']

/** The cache of the wallet layer alone: the portal's own reads are never a day old. */
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
  // RainbowKit takes a name apart as it comes, and what was kept in the browser may have been changed there.
  client.setQueryDefaults(['ensName'], { staleTime: DAY, select: (name) => (isBnbName(name) ? name : null) })
  return client
}

/** Keeps that cache for a day. A cache that cannot be read is thrown away. */
export function persistOptions(storage: KeyValueStore): Omit<PersistQueryClientOptions, 'queryClient'> {
  return {
    persister: createSyncStoragePersister({
      key: 'portal.walletCache',
      storage,
      throttleTime: 1_000,
      serialize,
      deserialize,
    }),
    maxAge: DAY,
    buster: '1',
  }
}
