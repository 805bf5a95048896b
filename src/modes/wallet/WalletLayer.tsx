import '@rainbow-me/rainbowkit/styles.css'
import './rainbowkit.css'
import { RainbowKitProvider } from '@rainbow-me/rainbowkit'
import type { ComponentType } from 'react'
import { WagmiProvider } from 'wagmi'
import type { Page } from '#account/Page.ts'
import { bsc } from '#chain/bsc.ts'
import type { Announced } from './announced.ts'
import { WalletBridge } from './WalletBridge.tsx'
import { wagmiConfig } from './wagmiConfig.ts'
import type { WalletDoor } from './walletDoor.ts'

/** Builds the RainbowKit shell. It stands beside the portal and draws only its own dialogs. */
export function walletLayer(parts: { page: Page; door: WalletDoor; announced: Announced }): ComponentType {
  const { storage } = parts.page
  // RainbowKit reads localStorage unguarded; where the browser blocks it, that would take the whole layer down.
  if (storage.keeping() === 'page') {
    Object.defineProperty(window, 'localStorage', { configurable: true, value: storage })
  }
  const config = wagmiConfig(storage, parts.announced.list())
  return function WalletLayer() {
    return (
      <WagmiProvider config={config} reconnectOnMount={false}>
        {/* The theme is rainbowkit.css: an inline style element would need an exception in the policy. */}
        <RainbowKitProvider
          theme={null}
          initialChain={bsc.id}
          locale="en-US"
          modalSize="wide"
          appInfo={{ appName: 'Influencer Portal' }}
        >
          <WalletBridge door={parts.door} storage={storage} />
        </RainbowKitProvider>
      </WagmiProvider>
    )
  }
}
