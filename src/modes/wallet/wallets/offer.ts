import type { Wallet } from '@rainbow-me/rainbowkit'
import type { EIP1193Provider } from 'viem'
import { createConnector, injected } from 'wagmi'
import { PortalError } from '#chain/PortalError.ts'

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
export function elsewhere(wallet: Wallet, url: string, said: string): Offer {
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
