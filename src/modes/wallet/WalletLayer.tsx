import '@rainbow-me/rainbowkit/styles.css'
import './rainbowkit.css'
import { RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { type ComponentType, useEffect } from 'react'
import { WagmiProvider } from 'wagmi'
import type { Page } from '#account/connection.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { env } from '#env.ts'
import type { FailedRequest } from '#modes/wallet/wallets/quiet.ts'
import type { Announced } from './announced.ts'
import { bsc } from './bsc.ts'
import { sanitiseRecentTransactions, sanitiseRecentWallets } from './storedWallets.ts'
import { NoticePopover, showNotice, WalletBridge } from './WalletBridge.tsx'
import { walletFault } from './walletFault.ts'
import { layerClient, persistOptions, type UnreachableWallet, walletList } from './walletList.ts'
import type { WalletLoader } from './walletLoader.ts'

/**
 * Fixes accessibility gaps in RainbowKit 2.2.11's dialogs as they appear: pictures beside a name are decorative, and
 * each dialog needs a name. `unreachable` marks the rows of wallets that cannot be used here. A request that failed
 * is marked, too: RETRY would be below “Opening …” and “Confirm connection”. Returns a function that stops it.
 */
function mendDialogs(
  root: HTMLElement,
  unreachable: () => ReadonlyMap<string, UnreachableWallet>,
): () => void {
  const mend = () => {
    for (const picture of root.querySelectorAll('[data-rk] [role="img"]:not([aria-label], [aria-hidden])')) {
      picture.setAttribute('aria-hidden', 'true')
    }
    // A blurred picture behind a download must not be scrollable.
    for (const glow of root.querySelectorAll<HTMLElement>('[data-rk] [style*="blur(100px)"]')) {
      glow.style.overflow = 'hidden'
    }
    for (const dialog of root.querySelectorAll('[data-rk][role="dialog"], [data-rk] [role="dialog"]')) {
      nameDialog(dialog)
    }
    for (const view of root.querySelectorAll('[data-rk] [style*="text-align: center"]')) {
      view.toggleAttribute('data-failed', view.querySelector('button')?.textContent === 'RETRY')
    }
    for (const row of root.querySelectorAll<HTMLElement>('[data-testid^="rk-wallet-option-"]')) {
      const found = unreachable().get(row.dataset.testid?.slice('rk-wallet-option-'.length) ?? '')
      const mark = found?.isMissing ? 'missing' : ''
      if (!found) delete row.dataset.unsupported
      else if (row.dataset.unsupported !== mark) {
        row.dataset.unsupported = mark
        row.title = found.reason
      }
    }
  }
  const observer = new MutationObserver(mend)
  observer.observe(root, { childList: true, subtree: true })
  mend()
  return () => observer.disconnect()
}

/** Names a dialog after its purpose if it has no visible title (yet). */
function nameDialog(dialog: Element): void {
  const title = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')
  if (title && dialog.contains(title)) {
    dialog.removeAttribute('aria-label')
  } else if (!dialog.hasAttribute('aria-label')) {
    dialog.setAttribute('aria-label', dialog.querySelector('h1, h2')?.textContent?.trim() || 'Wallet')
  }
}

/** Explains beside RainbowKit's dialog why a wallet request failed, using the wording of the catalogue. */
function reportFault(error: unknown, request: FailedRequest, wallet: string): void {
  const own = findPortalError(error)
  if (own) {
    showNotice({ tone: 'info', title: wallet, text: own.message })
    return
  }
  const { kind, sentence, hint } = walletFault(error, request, { connector: { name: wallet } })
  const text =
    hint ??
    (request === 'connect'
      ? `${wallet} is not connected. You can try it again, or choose another wallet.`
      : `${wallet} is still on its other network. Nothing can be paid before it is on BNB Smart Chain.`)
  showNotice({ tone: kind === 'rejected' ? 'info' : 'warn', title: sentence, text })
}

/** Builds the RainbowKit shell. It is mounted beside the portal and draws only its own dialogs. */
export async function walletLayer(parts: {
  page: Page
  loader: WalletLoader
  announced: Announced
}): Promise<ComponentType> {
  const { storage } = parts.page
  // RainbowKit reads localStorage unguarded; if the browser blocks it, the whole layer would crash.
  if (storage.keeping() === 'page') {
    Object.defineProperty(window, 'localStorage', { configurable: true, value: storage })
  }
  sanitiseRecentWallets(storage)
  sanitiseRecentTransactions(storage)
  const { config, unreachable } = walletList(storage, parts.announced, {
    requested: () => showNotice(null),
    failed: reportFault,
  })
  const client = layerClient()
  const persist = persistOptions(storage)
  // Do not download the sign-in step unless a server is configured for it.
  const Wagmi = env.authUrl === null ? WagmiProvider : await signInStep(env.authUrl, parts.loader)
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
            <WalletBridge loader={parts.loader} />
          </RainbowKitProvider>
        </PersistQueryClientProvider>
        <NoticePopover />
      </Wagmi>
    )
  }
}

async function signInStep(authUrl: string, loader: WalletLoader) {
  const { signInProvider } = await import('./sign-in/signInProvider.tsx')
  return signInProvider(authUrl, () => loader.ask('openConnect'))
}

/** Colours that are easy to distinguish on the dark dialog, bright enough for its text-sized details. */
const AVATAR_COLOURS = ['#3898ff', '#7ee0b5', '#ffd166', '#ff8fab', '#b79cff', '#6fd3ff'] as const

/** Cells drawn per row; the others mirror them. */
const AVATAR_HALF = 3
const AVATAR_SIDE = 5

/**
 * A picture derived from the address alone: the same address always looks the same, and no request is needed.
 * RainbowKit's own is an emoji, which some systems cannot draw.
 */
function Avatar({ address, size }: { address: string; size: number }) {
  const digits = [...address.slice(2).toLowerCase()].map((digit) => Number.parseInt(digit, 16))
  const colour = AVATAR_COLOURS[(digits.at(-1) ?? 0) % AVATAR_COLOURS.length]
  const cells = digits.slice(0, AVATAR_HALF * AVATAR_SIDE).flatMap((digit, index) => {
    if (digit % 2 === 0) return []
    const [x, y] = [index % AVATAR_HALF, Math.floor(index / AVATAR_HALF)]
    return x === AVATAR_HALF - 1
      ? [{ x, y }]
      : [
          { x, y },
          { x: AVATAR_SIDE - 1 - x, y },
        ]
  })
  return (
    <svg width={size} height={size} viewBox="-1 -1 7 7" aria-hidden="true">
      <rect x="-1" y="-1" width="7" height="7" fill="#1b2436" />
      {cells.map(({ x, y }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width="1" height="1" fill={colour} />
      ))}
    </svg>
  )
}
