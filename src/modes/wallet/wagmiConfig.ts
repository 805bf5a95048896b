import { connectorsForWallets } from '@rainbow-me/rainbowkit'
import { type Config, type CreateConnectorFn, createConfig, createStorage, custom } from 'wagmi'
import { env } from '#env.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import { bsc } from './bsc.ts'
import type { Offer } from './wallets/offer.ts'
import { quiet, type Report } from './wallets/quiet.ts'

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
