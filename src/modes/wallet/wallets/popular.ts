import { getWalletConnectConnector, type Wallet } from '@rainbow-me/rainbowkit'
import {
  braveWallet,
  coinbaseWallet,
  injectedWallet,
  metaMaskWallet,
  rainbowWallet,
  walletConnectWallet,
} from '@rainbow-me/rainbowkit/wallets'
import type { EIP1193Provider } from 'viem'
import { createConnector, injected } from 'wagmi'
import { PortalError } from '#chain/PortalError.ts'
import { type AnnouncedWallet, isProvider } from '#modes/wallet/announced.ts'
import { validAccentColour } from '#modes/wallet/storedWallets.ts'

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

/** A wallet brand: the ids of its announcements (EIP-6963), and the flag of an older provider. */
type Brand = { readonly rdns: readonly string[]; readonly flag: string }

export const brands = {
  rainbow: { rdns: ['me.rainbow'], flag: 'isRainbow' },
  coinbase: { rdns: ['com.coinbase.wallet'], flag: 'isCoinbaseWallet' },
  metaMask: { rdns: ['io.metamask', 'io.metamask.flask', 'io.metamask.mobile'], flag: 'isMetaMask' },
  brave: { rdns: ['com.brave.wallet'], flag: 'isBraveWallet' },
} as const satisfies Record<string, Brand>

/** Providers that wallets inject into a page. Untrusted. */
type Providers = {
  readonly announced: readonly AnnouncedWallet[]
  /** `window.ethereum`, whatever it is. */
  readonly injected: unknown
}

/** The provider of a brand: the announced one, or an older one with its flag; null if there is none. */
export function providerOf(brand: Brand, { announced, injected }: Providers): EIP1193Provider | null {
  const found = announced.find(({ rdns }) => brand.rdns.includes(rdns))
  if (found) return found.provider
  return injectedProviders(injected).find((provider) => flagOf(provider) === brand.flag) ?? null
}

/** Announced wallets that are not one of the brands. */
export function otherWallets({ announced }: Providers): readonly AnnouncedWallet[] {
  const known: readonly string[] = Object.values(brands).flatMap(({ rdns }) => rdns)
  return announced.filter(({ rdns }) => !known.includes(rdns))
}

/** The injected provider without an announcement or a brand; null if there is none. */
export function unclaimedProvider(providers: Providers): EIP1193Provider | null {
  const claimed = new Set(providers.announced.map(({ provider }) => provider))
  return (
    injectedProviders(providers.injected).find(
      (provider) => !claimed.has(provider) && flagOf(provider) === null,
    ) ?? null
  )
}

function injectedProviders(injected: unknown): EIP1193Provider[] {
  try {
    const several = (injected as { providers?: unknown } | null | undefined)?.providers
    const candidates: readonly unknown[] = Array.isArray(several) ? several : [injected]
    return candidates.filter(isProvider)
  } catch {
    // Ignore a provider that throws when accessed.
    return []
  }
}

/**
 * Many wallets also claim to be MetaMask, so its flag is checked last and only if no other wallet's flag is
 * set.
 */
function flagOf(provider: EIP1193Provider): string | null {
  const says = (flag: string) => (provider as unknown as Record<string, unknown>)[flag] === true
  const own = Object.values(brands).find(({ flag }) => flag !== brands.metaMask.flag && says(flag))
  if (own) return own.flag
  const impersonates = IMPERSONATORS.some(says)
  return says(brands.metaMask.flag) && !impersonates ? brands.metaMask.flag : null
}

/** Flags of wallets that set `isMetaMask` as well. */
const IMPERSONATORS = [
  'isApexWallet',
  'isAvalanche',
  'isBackpack',
  'isBinance',
  'isBitKeep',
  'isBitski',
  'isBlockWallet',
  'isCoin98',
  'isEnkrypt',
  'isExodus',
  'isFrame',
  'isFrontier',
  'isMathWallet',
  'isOKExWallet',
  'isOkxWallet',
  'isOneInchAndroidWallet',
  'isOneInchIOSWallet',
  'isOpera',
  'isPhantom',
  'isRabby',
  'isSafePal',
  'isTally',
  'isTokenPocket',
  'isTrust',
  'isTrustWallet',
  'isZerion',
]

/**
 * One row of the list of wallets. `unreachable` says why it cannot be used here, and how it could; null if it
 * can.
 */
export type Offer = { readonly wallet: Wallet; readonly unreachable: string | null }

/** The wallet with a provider of this page. */
export function withProvider(wallet: Wallet, provider: EIP1193Provider): Offer {
  const { id, name } = wallet
  return {
    unreachable: null,
    wallet: {
      ...withoutOtherDevice(wallet),
      installed: true,
      createConnector: (details) =>
        createConnector((config) => ({
          ...injected({ target: { id, name, provider } })(config),
          ...details,
        })),
    },
  }
}

/**
 * A wallet that is not installed. RainbowKit leads to its download if there is one; otherwise a click shows
 * the reason. On a phone RainbowKit hides wallets that are not ready, so there it is always the click.
 */
export function unreachable(wallet: Wallet, reason: string, phone: boolean): Offer {
  const downloads = Object.keys(wallet.downloadUrls ?? {}).length > 0
  return {
    unreachable: reason,
    wallet: withoutConnection({ ...wallet, installed: phone || !downloads }, () => reason),
  }
}

/** A wallet reached on its own page: a click opens that page, and nothing connects here. */
function elsewhere(wallet: Wallet, url: string, said: string): Offer {
  const open = () => {
    window.open(url, '_blank', 'noopener,noreferrer')
    return said
  }
  return { unreachable: null, wallet: withoutConnection({ ...wallet, installed: true }, open) }
}

/** A row whose click never connects, but shows a sentence. */
function withoutConnection(wallet: Wallet, onClick: () => string): Wallet {
  const { id, name } = wallet
  return {
    ...withoutOtherDevice(wallet),
    createConnector: (details) =>
      createConnector((config) => ({
        ...injected({ target: { id, name, provider: () => undefined } })(config),
        ...details,
        connect: async () => {
          throw new PortalError('refused', onClick())
        },
      })),
  }
}

/** Connections by WalletConnect (QR code, app link) need a project id and are skipped. */
function withoutOtherDevice({ qrCode: _, mobile: __, desktop: ___, ...wallet }: Wallet): Wallet {
  return wallet
}
