import { connectorsForWallets, type Wallet } from '@rainbow-me/rainbowkit'
import { walletConnectWallet } from '@rainbow-me/rainbowkit/wallets'
import { type Config, createConfig, createConnector, createStorage, custom, injected } from 'wagmi'
import type { GuardedStorage } from '#account/Page.ts'
import { bsc } from '#chain/bsc.ts'
import { env } from '#env.ts'
import type { AnnouncedWallet } from './announced.ts'

type CreateWallet = (parameters: { projectId: string }) => Wallet

/** wagmi on BSC alone, set up so that nothing connects, polls or downloads by itself. */
export function wagmiConfig(storage: GuardedStorage, announced: readonly AnnouncedWallet[]): Config {
  const offered = wallets(announced).map(quiet)
  const app = { appName: 'Influencer Portal', projectId: env.walletConnectProjectId ?? '' }
  return createConfig({
    chains: [bsc],
    // RainbowKit throws on a group without wallets, which is a browser without a wallet.
    connectors:
      offered.length > 0 ? connectorsForWallets([{ groupName: 'Popular', wallets: offered }], app) : [],
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
            const { bscRpc } = await import('#chain/bscRpc.ts')
            return bscRpc(method, params as unknown[])
          },
        },
        { retryCount: 0 },
      ),
    },
  })
}

function wallets(announced: readonly AnnouncedWallet[]): CreateWallet[] {
  return [
    ...announced.map((wallet) => () => announcedWallet(wallet)),
    ...(announced.length === 0 && hasInjectedProvider() ? [browserWallet] : []),
    ...(env.walletConnectProjectId ? [walletConnectWallet] : []),
  ]
}

function hasInjectedProvider(): boolean {
  return 'ethereum' in window && typeof window.ethereum === 'object' && window.ethereum !== null
}

function announcedWallet({ id, name, icon, provider }: AnnouncedWallet): Wallet {
  return {
    id,
    name,
    iconUrl: icon,
    iconBackground: '#ffffff',
    installed: true,
    createConnector: (details) =>
      createConnector((config) => ({ ...injected({ target: { id, name, provider } })(config), ...details })),
  }
}

function browserWallet(): Wallet {
  return {
    id: 'injected',
    name: 'Browser Wallet',
    iconUrl: './logo.svg',
    iconBackground: '#ffffff',
    installed: true,
    createConnector: (details) => createConnector((config) => ({ ...injected()(config), ...details })),
  }
}

/** No set-up at load (it would download SDKs) and no listening to a wallet that was not asked to connect. */
function quiet(make: CreateWallet): CreateWallet {
  return (parameters) => {
    const wallet = make(parameters)
    return {
      ...wallet,
      createConnector: (details) => {
        const create = wallet.createConnector(details)
        return createConnector((config) => ({
          ...create(config),
          setup: async () => {},
          onConnect: async () => {},
        }))
      },
    }
  }
}

/** wagmi writes its session under `….store`; a session is never restored, so it is never kept. */
function withoutSession(storage: GuardedStorage) {
  const isSession = (key: string) => key.endsWith('.store')
  return {
    getItem: (key: string) => (isSession(key) ? null : storage.getItem(key)),
    setItem: (key: string, value: string) => {
      if (!isSession(key)) storage.setItem(key, value)
    },
    removeItem: (key: string) => storage.removeItem(key),
  }
}
