import type { EIP1193Provider } from 'viem'
import { type AnnouncedWallet, isProvider } from '../announced.ts'

/** A wallet brand: the ids of its announcements (EIP-6963), and the flag of an older provider. */
type Brand = { readonly rdns: readonly string[]; readonly flag: string }

export const brands = {
  rainbow: { rdns: ['me.rainbow'], flag: 'isRainbow' },
  coinbase: { rdns: ['com.coinbase.wallet'], flag: 'isCoinbaseWallet' },
  metaMask: { rdns: ['io.metamask', 'io.metamask.flask', 'io.metamask.mobile'], flag: 'isMetaMask' },
  brave: { rdns: ['com.brave.wallet'], flag: 'isBraveWallet' },
} as const satisfies Record<string, Brand>

/** Providers that wallets inject into a page. Untrusted. */
export type Providers = {
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
  const own = [brands.brave, brands.rainbow, brands.coinbase].find(({ flag }) => says(flag))
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
