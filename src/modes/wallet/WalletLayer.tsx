import '@rainbow-me/rainbowkit/styles.css'
import './rainbowkit.css'
import { RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { type ComponentType, useEffect } from 'react'
import { WagmiProvider } from 'wagmi'
import type { Page } from '#account/Mode.ts'
import { env } from '#env.ts'
import { Avatar } from './Avatar.tsx'
import type { Announced } from './announced.ts'
import { bsc } from './bsc.ts'
import { layerClient, persistOptions } from './layerClient.ts'
import { mendDialogs } from './mendDialogs.ts'
import { NoticePopover } from './NoticePopover.tsx'
import { tell } from './notices.ts'
import { sanitiseRecentTransactions } from './recentTransactions.ts'
import { sanitiseRecentWallets } from './recentWallets.ts'
import { reportFault } from './reportFault.ts'
import { WalletBridge } from './WalletBridge.tsx'
import type { WalletDoor } from './walletDoor.ts'
import { walletList } from './walletList.ts'

/** Builds the RainbowKit shell. It stands beside the portal and draws only its own dialogs. */
export async function walletLayer(parts: {
  page: Page
  door: WalletDoor
  announced: Announced
}): Promise<ComponentType> {
  const { storage } = parts.page
  // RainbowKit reads localStorage unguarded; where the browser blocks it, that would take the whole layer down.
  if (storage.keeping() === 'page') {
    Object.defineProperty(window, 'localStorage', { configurable: true, value: storage })
  }
  sanitiseRecentWallets(storage)
  sanitiseRecentTransactions(storage)
  const { config, unreachable } = walletList(storage, parts.announced, {
    asked: () => tell(null),
    failed: reportFault,
  })
  const client = layerClient()
  const persist = persistOptions(storage)
  // Not one byte of the sign-in step is downloaded where no server for it is configured.
  const Wagmi = env.authUrl === null ? WagmiProvider : await signInStep(env.authUrl, parts.door)
  return function WalletLayer() {
    useEffect(() => mendDialogs(document.body, unreachable), [])
    return (
      <Wagmi config={config} reconnectOnMount={false}>
        <PersistQueryClientProvider client={client} persistOptions={persist}>
          {/* The theme is rainbowkit.css: an inline style element would need an exception in the policy. */}
          <RainbowKitProvider
            theme={null}
            initialChain={bsc.id}
            locale="en-US"
            modalSize="wide"
            showRecentTransactions
            avatar={Avatar}
            appInfo={{ appName: 'Influencer Portal', learnMoreUrl: 'https://ethereum.org/wallets/' }}
          >
            <WalletBridge door={parts.door} storage={storage} />
          </RainbowKitProvider>
        </PersistQueryClientProvider>
        <NoticePopover />
      </Wagmi>
    )
  }
}

async function signInStep(authUrl: string, door: WalletDoor) {
  const { signInProvider } = await import('./sign-in/signInProvider.tsx')
  return signInProvider(authUrl, () => door.ask('openConnect'))
}
