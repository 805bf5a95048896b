import { getWalletConnectConnector, type Wallet } from '@rainbow-me/rainbowkit'
import {
  braveWallet,
  coinbaseWallet,
  injectedWallet,
  metaMaskWallet,
  rainbowWallet,
  walletConnectWallet,
} from '@rainbow-me/rainbowkit/wallets'
import { validAccentColour } from '#modes/wallet/storedWallets.ts'
import type { AnnouncedWallet } from '../announced.ts'
import { elsewhere, type Offer, unreachable, withProvider } from './offer.ts'
import { brands, otherWallets, type Providers, providerOf, unclaimedProvider } from './provider.ts'

/** The facts that decide which wallets can be used here. */
type Surroundings = Providers & {
  readonly projectId: string | null
  readonly phone: boolean
  /** Opens the portal in Safe{Wallet}. */
  readonly safeUrl: string
  /** The portal's own address, for wallets with an in-app browser. */
  readonly portalUrl: string
}

/**
 * Parameters of RainbowKit's wallets. Without a project id, connections that need one are removed afterwards.
 */
type Parameters = { readonly appName: string; readonly projectId: string }

const NO_PROJECT_ID = 'unused'

/**
 * The wallets of the group "Popular", in order: a browser wallet, Safe, Rainbow, Coinbase Wallet, MetaMask,
 * WalletConnect, Brave Wallet. All of them are always listed; those that cannot be used here show the reason, and on
 * a phone come last.
 */
export function popularWallets(around: Surroundings): readonly Offer[] {
  const parameters = { appName: 'Influencer Portal', projectId: around.projectId ?? NO_PROJECT_ID }
  const offers = [
    ...browserWallets(around),
    elsewhere(
      safe(),
      around.safeUrl,
      'Safe{Wallet} was opened. Choose your Safe there: this page opens in it.',
    ),
    rainbow(around, parameters),
    coinbase(around, parameters),
    metaMask(around, parameters),
    walletConnect(around, parameters),
    brave(around),
  ]
  // A phone shows four of them at once, and its browser rarely has a wallet: wallets that work there come first.
  return around.phone ? [...offers.filter(isUsable), ...offers.filter((offer) => !isUsable(offer))] : offers
}

function isUsable({ unreachable }: Offer): boolean {
  return unreachable === null
}

/** Not RainbowKit's own, which includes the Safe SDK that a tab never needs. */
function safe(): Wallet {
  return {
    id: 'safe',
    name: 'Safe',
    iconUrl: SAFE_ICON,
    iconAccent: validAccentColour('#12ff80', 'Safe'),
    iconBackground: '#121312',
    createConnector: injectedWallet().createConnector,
  }
}

/** A vault door with a wheel, drawn here because the brand's own picture is not ours to ship. */
const SAFE_ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" fill="#121312"/><g fill="none" stroke="#12ff80" stroke-width="2"><rect x="6" y="6" width="16" height="16" rx="2"/><circle cx="14" cy="14" r="3"/><path d="M6 14h5M17 14h5"/></g></svg>',
)}`

function browserWallets(around: Surroundings): Offer[] {
  const others = otherWallets(around)
  if (others.length > 0) return others.map((wallet) => withProvider(announcedWallet(wallet), wallet.provider))
  const provider = unclaimedProvider(around)
  if (provider) return [withProvider(injectedWallet(), provider)]
  return [
    unreachable(
      injectedWallet(),
      'This browser has no wallet extension of its own. Install one, then reload the page.',
      around.phone,
    ),
  ]
}

function announcedWallet({ id, name, icon }: AnnouncedWallet): Wallet {
  return { ...injectedWallet(), id, name, iconUrl: icon, iconBackground: '#ffffff' }
}

function rainbow(around: Surroundings, parameters: Parameters): Offer {
  const wallet = rainbowWallet(parameters)
  const provider = providerOf(brands.rainbow, around)
  if (provider) return withProvider(wallet, provider)
  if (around.projectId) return { wallet, unreachable: null }
  return unreachable(
    wallet,
    'Rainbow is not installed in this browser. Install its extension, then reload the page.',
    around.phone,
  )
}

function coinbase(around: Surroundings, parameters: Parameters): Offer {
  const wallet = coinbaseWallet(parameters)
  const provider = providerOf(brands.coinbase, around)
  // Without the extension, its SDK opens its own window. The SDK is downloaded on click.
  return provider ? withProvider(wallet, provider) : { wallet, unreachable: null }
}

function metaMask(around: Surroundings, parameters: Parameters): Offer {
  const wallet = metaMaskWallet(parameters)
  const provider = providerOf(brands.metaMask, around)
  if (provider) return withProvider(wallet, provider)
  const { projectId } = around
  const getUri = (uri: string) => `https://metamask.app.link/wc?uri=${encodeURIComponent(uri)}`
  if (projectId) {
    return {
      unreachable: null,
      wallet: {
        ...wallet,
        qrCode: { ...wallet.qrCode, getUri },
        mobile: { getUri },
        createConnector: getWalletConnectConnector({ projectId }),
      },
    }
  }
  if (around.phone) {
    const url = `https://metamask.app.link/dapp/${around.portalUrl.replace(/^https?:\/\//, '')}`
    return elsewhere(wallet, url, 'This page was opened in the MetaMask app. Connect there.')
  }
  return unreachable(
    wallet,
    'MetaMask is not installed in this browser. Install its extension, then reload the page.',
    around.phone,
  )
}

function walletConnect(around: Surroundings, parameters: Parameters): Offer {
  const wallet = walletConnectWallet(parameters)
  if (around.projectId) return { wallet, unreachable: null }
  return unreachable(
    wallet,
    'WalletConnect needs a project id, which the owner of this site has to configure. Every other wallet works without it.',
    around.phone,
  )
}

function brave(around: Surroundings): Offer {
  const wallet: Wallet = {
    ...braveWallet(),
    downloadUrls: { browserExtension: 'https://brave.com/download/' },
  }
  const provider = providerOf(brands.brave, around)
  if (provider) return withProvider(wallet, provider)
  return unreachable(wallet, 'Brave Wallet is part of the Brave browser. Open this page there.', around.phone)
}
