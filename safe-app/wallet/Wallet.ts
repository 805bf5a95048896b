import * as SentBatches from './batch/SentBatches.ts'
import type * as Faults from './Faults.ts'
import { RpcError } from './RpcError.ts'
import type { WalletAccount, WalletConfig } from './WalletConfig.ts'

type Listener = (...args: unknown[]) => void

/** Every wallet knows Ethereum, and has no node for it here unless it is the world's own chain. */
export const ETHEREUM = 1

/** The wallet's state and its events; every change is announced as in EIP-1193. */
export type Wallet = {
  readonly config: WalletConfig
  faults: Faults.Faults
  account(): WalletAccount
  chainId(): number
  /** The wallet's chains; wallet_addEthereumChain adds more. */
  readonly chains: Map<number, string>
  /** The sent batches, by id. */
  readonly batches: SentBatches.SentBatches
  /** The accounts that this site may currently see. */
  visible(): readonly string[]
  setAuthorized(authorized: boolean): void
  chooseAccount(index: number): void
  chooseChain(chainId: number): void
  setFaults(change: Partial<Faults.Faults>): void
  emit(event: string, payload: unknown): void
  on(event: string, listener: Listener): void
  off(event: string, listener: Listener): void
  /** The node is down: `disconnect` with 1013, as in EIP-1193. */
  disconnect(): void
  /** Called after every change, for the wallet's own panel. */
  onChange(listener: () => void): void
}

/** Remembers the site's permission within the tab only; a real wallet keeps it across reloads too. */
const SESSION_KEY = 'sandbox-wallet'
const ACCOUNT_KEY = 'sandbox-wallet-account'

export function create(config: WalletConfig, start: Faults.Start): Wallet {
  const listeners = new Map<string, Set<Listener>>()
  const watchers = new Set<() => void>()
  let index = find(config, start.account ?? readAccount() ?? config.account).index
  const { id: home, name: homeName } = config.network
  let chainId = start.chainId ?? home
  let authorized = start.connected || readSession()

  function changed(): void {
    for (const watcher of watchers) watcher()
  }

  const wallet: Wallet = {
    config,
    faults: start.faults,
    chains: new Map([
      [ETHEREUM, 'Ethereum'],
      ...(start.faults.unknownChain ? [] : [[home, homeName] as const]),
    ]),
    batches: SentBatches.create(),
    account: () => find(config, index),
    chainId: () => chainId,
    visible: () => (authorized && !wallet.faults.locked ? [find(config, index).address] : []),
    setAuthorized(next) {
      const before = wallet.visible().join()
      authorized = next
      writeSession(SESSION_KEY, next ? 'authorized' : null)
      if (wallet.visible().join() !== before) wallet.emit('accountsChanged', [...wallet.visible()])
      changed()
    },
    chooseAccount(next) {
      const before = wallet.visible().join()
      index = find(config, next).index
      writeSession(ACCOUNT_KEY, `${index}`)
      if (wallet.visible().join() !== before) wallet.emit('accountsChanged', [...wallet.visible()])
      changed()
    },
    chooseChain(next) {
      if (next === chainId) return
      chainId = next
      wallet.emit('chainChanged', `0x${next.toString(16)}`)
      changed()
    },
    setFaults(change) {
      const before = wallet.visible().join()
      wallet.faults = { ...wallet.faults, ...change }
      if (change.unknownChain === true && chainId !== home) wallet.chains.delete(home)
      if (change.unknownChain === false) wallet.chains.set(home, homeName)
      if (wallet.visible().join() !== before) wallet.emit('accountsChanged', [...wallet.visible()])
      changed()
    },
    emit(event, payload) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
    },
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      known.add(listener)
      listeners.set(event, known)
    },
    off(event, listener) {
      listeners.get(event)?.delete(listener)
    },
    disconnect() {
      wallet.emit('disconnect', new RpcError(1013, 'The wallet lost its node.'))
    },
    onChange(listener) {
      watchers.add(listener)
    },
  }
  return wallet
}

function find(config: WalletConfig, index: number): WalletAccount {
  const account = config.accounts.find((each) => each.index === index) ?? config.accounts[0]
  if (!account) throw new Error('The sandbox wallet has no account.')
  return account
}

function readSession(): boolean {
  return read(SESSION_KEY) === 'authorized'
}

/** The index of the account that the person chose before a reload, or null. */
function readAccount(): number | null {
  const text = read(ACCOUNT_KEY)
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function writeSession(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Storage is blocked: the wallet forgets on reload.
  }
}
