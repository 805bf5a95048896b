import { connectorsForWallets } from '@rainbow-me/rainbowkit'
import { type Config, type CreateConnectorFn, createConfig, createStorage, custom } from 'wagmi'
import type { GuardedStorage } from '#account/Mode.ts'
import { env } from '#env.ts'
import { bsc } from './bsc.ts'
import type { Offer } from './wallets/offer.ts'
import { quiet, type Report } from './wallets/quiet.ts'

/** wagmi on BSC alone, set up so that nothing connects, polls or downloads by itself. */
export function wagmiConfig(storage: GuardedStorage, connectors: CreateConnectorFn[]): Config {
  return createConfig({
    chains: [bsc],
    connectors,
    // The library subscribes to announced wallets itself otherwise, and a wallet's own event would connect it.
    multiInjectedProviderDiscovery: false,
    // Without it a stored session comes back half alive after a reload.
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

/** The offers as wagmi's connectors, in RainbowKit's group "Popular". */
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

/** A wallet that came late joins the list while nobody is connected; a connection keeps the list that it came from. */
export function renewConnectors(config: Config, connectors: readonly CreateConnectorFn[]): void {
  if (config.state.status !== 'disconnected') return
  const { setState, setup } = config._internal.connectors
  setState(connectors.map(setup))
}

/** wagmi writes its session under `….store`; a session is never restored, so it is never kept. */
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

/** wagmi parses what it kept and throws in the middle of a connection when somebody has changed it. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
