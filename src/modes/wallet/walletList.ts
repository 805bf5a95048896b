import type { Config } from 'wagmi'
import { env } from '#env.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import type { Announced } from './announced.ts'
import { connectorsOf, renewConnectors, wagmiConfig } from './wagmiConfig.ts'
import type { Offer } from './wallets/offer.ts'
import { popularWallets } from './wallets/popular.ts'
import type { Report } from './wallets/quiet.ts'

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
