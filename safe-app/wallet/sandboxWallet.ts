import { announce } from './announce.ts'
import type { Faults } from './Faults.ts'
import { readStart } from './Faults.ts'
import * as Prompts from './Prompts.ts'
import * as Provider from './Provider.ts'
import { showCard } from './ui/ApprovalCard.ts'
import { mountSettings } from './ui/SettingsPanel.ts'
import * as Wallet from './Wallet.ts'
import type { WalletConfig } from './WalletConfig.ts'

/** What tests and the console steer the wallet with, as `window.__sandboxWallet`. */
export type Control = {
  /** Chooses another account, by its index among the local people. */
  chooseAccount(index: number): void
  chooseChain(chainId: number): void
  setFaults(faults: Partial<Faults>): void
  /** The person takes the site's permission back in the wallet. */
  forget(): void
  /** The wallet loses its node: `disconnect` with 1013. */
  disconnect(): void
  state(): { address: string; chainId: number; visible: readonly string[]; faults: Faults }
}

declare global {
  interface Window {
    __sandboxWallet?: Control
  }
}

/** Moments, in milliseconds after the start, at which a pushy wallet announces an account nobody asked for. */
const PUSHES_MS = [0, 100, 1000]

/** Puts the wallet into a page of its own; in a frame it stays away, so that a Safe App never meets it. */
export function install(config: WalletConfig): void {
  if (window.parent !== window || window.__sandboxWallet) return
  const wallet = Wallet.create(config, readStart(location.search))
  const provider = Provider.create(wallet, Prompts.create(wallet, showCard))
  window.__sandboxWallet = {
    chooseAccount: wallet.chooseAccount,
    chooseChain: wallet.chooseChain,
    setFaults: wallet.setFaults,
    forget: () => wallet.setAuthorized(false),
    disconnect: wallet.disconnect,
    state: () => ({
      address: wallet.account().address,
      chainId: wallet.chainId(),
      visible: wallet.visible(),
      faults: wallet.faults,
    }),
  }
  Object.assign(window, { ethereum: provider })
  window.dispatchEvent(new Event('ethereum#initialized'))
  announce(provider)
  setTimeout(() => wallet.emit('connect', { chainId: `0x${wallet.chainId().toString(16)}` }))
  if (wallet.faults.pushy) push(wallet)
  if (document.body) mountSettings(wallet)
  else document.addEventListener('DOMContentLoaded', () => mountSettings(wallet), { once: true })
}

function push(wallet: Wallet.Wallet): void {
  wallet.setAuthorized(true)
  for (const moment of PUSHES_MS) {
    setTimeout(() => {
      wallet.emit('connect', { chainId: `0x${wallet.chainId().toString(16)}` })
      wallet.emit('accountsChanged', [wallet.account().address])
    }, moment)
  }
}
