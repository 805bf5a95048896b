import { connectorsForWallets } from '@rainbow-me/rainbowkit'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { QueryClient } from '@tanstack/react-query'
import type { PersistQueryClientOptions } from '@tanstack/react-query-persist-client'
import {
  type Config,
  type CreateConnectorFn,
  createConfig,
  createStorage,
  custom,
  deserialize,
  serialize,
} from 'wagmi'
import { isBnbName } from '#chain/names/addressLike.ts'
import { env } from '#env.ts'
import { type Offer, popularWallets } from '#modes/wallet/wallets/popular.ts'
import { quiet, type Report } from '#modes/wallet/wallets/quiet.ts'
import type { GuardedStorage, KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import type { Announced } from './announced.ts'
import { bsc } from './bsc.ts'

/** The list of wallets, updated as wallets announce themselves. */
type WalletList = {
  readonly config: Config
  /** The wallets in the list that cannot be used here, by id. */
  readonly unreachable: () => ReadonlyMap<string, UnreachableWallet>
}

/** Why a wallet cannot be used here, and whether it only has to be installed. */
export type UnreachableWallet = { readonly reason: string; readonly isMissing: boolean }

/** Builds wagmi over the wallets of this browser, without sending them any request. */
export function walletList(storage: GuardedStorage, announced: Announced, report: Report): WalletList {
  let offers = offersNow(announced)
  const config = wagmiConfig(storage, connectorsOf(offers, report))
  const renew = () => {
    offers = offersNow(announced)
    renewConnectors(config, connectorsOf(offers, report))
  }
  announced.subscribe(renew)
  // Some wallets do not announce themselves and load after the page.
  window.addEventListener('ethereum#initialized', renew, { once: true })
  return {
    config,
    unreachable: () =>
      new Map(
        offers.flatMap(({ wallet: { id, downloadUrls = {} }, unreachable: reason }) =>
          reason === null ? [] : [[id, { reason, isMissing: Object.keys(downloadUrls).length > 0 }]],
        ),
      ),
  }
}

function offersNow(announced: Announced): readonly Offer[] {
  const portalUrl = env.publicUrl ?? `${window.location.origin}${window.location.pathname}`
  return popularWallets({
    announced: announced.list(),
    injected: (window as { ethereum?: unknown }).ethereum,
    projectId: env.walletConnectProjectId,
    phone: isPhone(),
    safeUrl: `${env.safeHostOrigins[0]}/share/safe-app?appUrl=${encodeURIComponent(portalUrl)}&chain=bnb`,
    portalUrl,
  })
}

/** Matches RainbowKit's own check, because it draws a different dialog on phones. */
function isPhone(): boolean {
  const { userAgent, platform, maxTouchPoints } = navigator
  return /android|iPhone|iPod|iPad/i.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1)
}

/** wagmi on BSC only, configured so that nothing connects, polls or downloads by itself. */
export function wagmiConfig(storage: GuardedStorage, connectors: CreateConnectorFn[]): Config {
  return createConfig({
    chains: [bsc],
    connectors,
    // Otherwise the library subscribes to announced wallets itself, and a wallet's own event would connect
    // it.
    multiInjectedProviderDiscovery: false,
    // Without it a stored session is restored only partly after a reload.
    ssr: true,
    storage: createStorage({ storage: withoutSession(storage) }),
    pollingInterval: 4_000,
    batch: { multicall: { wait: 10 } },
    transports: {
      [bsc.id]: custom(
        {
          async request({ method, params }) {
            const { bscRpc } = await import('#chain/rpc/bscRpc.ts')
            return bscRpc(method, params as unknown[])
          },
        },
        { retryCount: 0 },
      ),
    },
  })
}

/** The offers as wagmi connectors, in RainbowKit's group "Popular". */
export function connectorsOf(offers: readonly Offer[], report: Report): CreateConnectorFn[] {
  const wallets = offers.map(
    ({ wallet }) =>
      () =>
        quiet(wallet, report),
  )
  return connectorsForWallets([{ groupName: 'Popular', wallets }], {
    appName: 'Influencer Portal',
    projectId: env.walletConnectProjectId ?? '',
  })
}

/** Adds wallets that were announced late while nothing is connected; a connection keeps its original list. */
export function renewConnectors(config: Config, connectors: readonly CreateConnectorFn[]): void {
  if (config.state.status !== 'disconnected') return
  const { setState, setup } = config._internal.connectors
  setState(connectors.map(setup))
}

/** wagmi writes its session under `….store`. A session is never restored, so it is never stored. */
function withoutSession(storage: GuardedStorage) {
  const isSession = (key: string) => key.endsWith('.store')
  return {
    getItem(key: string) {
      const kept = isSession(key) ? null : storage.getItem(key)
      return kept !== null && isJson(kept) ? kept : null
    },
    setItem: (key: string, value: string) => {
      if (!isSession(key)) storage.setItem(key, value)
    },
    removeItem: (key: string) => storage.removeItem(key),
  }
}

/** wagmi parses its stored data and throws in the middle of a connection if it was modified. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

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
