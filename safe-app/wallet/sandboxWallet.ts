import { announce } from './announce.ts'
import type { Faults } from './Faults.ts'
import { readStart } from './Faults.ts'
import * as Prompts from './Prompts.ts'
import * as Provider from './Provider.ts'
import { showCard } from './ui/ApprovalCard.ts'
import { mountSettings } from './ui/SettingsPanel.ts'
import * as Wallet from './Wallet.ts'
import type { WalletConfig } from './WalletConfig.ts'

/** The controls for tests and the console, as `window.__sandboxWallet`. */
export type Control = {
  /** Chooses another account by its index among the local people. */
  chooseAccount(index: number): void
  chooseChain(chainId: number): void
  setFaults(faults: Partial<Faults>): void
  /** The user revokes the site's permission in the wallet. */
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

/** When a pushy wallet announces an account unasked, in milliseconds after the start. */
const PUSHES_MS = [0, 100, 1000]

/** Installs the wallet in a top-level page; not in a frame, so that a Safe App never sees it. */
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
