import { type ComponentType, createContext, use, useSyncExternalStore } from 'react'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import { createStore } from '#storage/store.ts'
import type { OpenedAccount } from './Account.ts'

/** The session with an account. `unsupported` is true on every chain except BNB Smart Chain. */
export type Connection =
  | { readonly status: 'disconnected' }
  | { readonly status: 'connecting' }
  | { readonly status: 'reconnecting' }
  | {
      readonly status: 'connected'
      readonly account: OpenedAccount
      readonly chainId: number
      readonly unsupported: boolean
    }

/** Also the state of the prerendered page. */
const DISCONNECTED = { status: 'disconnected' } as const

/**
 * The current connection. Kept outside React, because the portal renders before the wallet code has loaded. Only modes
 * set it.
 */
export const {
  get: getConnection,
  set: setConnection,
  subscribe: subscribeConnection,
} = createStore<Connection>(DISCONNECTED)

export function useConnection(): Connection {
  return useSyncExternalStore(subscribeConnection, getConnection, (): Connection => DISCONNECTED)
}

/** The page as boot found it, and how the mode connects an account (null if the account is given). */
export type PortalContextValue = {
  readonly page: Page
  readonly connect: Connect | null
  readonly reconnect: Reconnect | null
  readonly disconnect: (() => void) | null
}

export const PortalContext = createContext<PortalContextValue | null>(null)

/** @throws outside the portal */
export function usePortal(): PortalContextValue {
  const value = use(PortalContext)
  if (value === null) throw new Error('usePortal stands outside the portal')
  return value
}

export type Theme = 'dark' | 'light'

/** `system` is the theme of the device, now and when it changes. */
export type ThemeChoice = Theme | 'system'

export type ThemeControl = {
  /** The person's choice; null in a frame, where the host decides. */
  choice(): ThemeChoice | null
  /** The theme that the page has now. */
  shown(): Theme
  /** Applies a choice to the page and keeps it for the next visit. */
  choose(choice: ThemeChoice): void
  /** Applies the host's theme. */
  follow(theme: Theme): void
  subscribe(listener: () => void): () => void
}

/** One line of the handshake with a Safe host. `at` is ms since the handshake began. */
export type HandshakeEvent = { readonly at: number; readonly what: string }

/** The values that boot passes to the mode and the portal. */
export type Page = {
  readonly storage: GuardedStorage
  readonly theme: ThemeControl
  readonly handshake: readonly HandshakeEvent[]
}

/**
 * Connects an account; only ever on a click. The wallets load late, so a press may wait for them: `pending`
 * from the press until their list opens, `failed` if they could not be loaded.
 */
export type Connect = {
  /** Opens the list of wallets, at once or as soon as it has loaded. */
  readonly open: () => void
  /** Starts loading the wallets, because a press is likely. */
  readonly prepare: () => void
  /** Opens the networks, for a wallet that is on another one; the prerendered page has none yet. */
  readonly chooseNetwork?: () => void
  readonly state: () => 'idle' | 'pending' | 'failed'
  subscribe(listener: () => void): () => void
}

/** Reconnects the wallet that was used last; only ever on a click. */
type Reconnect = { readonly possible: () => boolean; readonly start: () => void }

/** The mode's part of the portal: how to connect an account, and the mode's own UI. */
export type Mode = {
  /** Shown in the header for a connected account. */
  readonly AccountBar: ComponentType
  /** Mounted next to the portal, never around it, because it may load late. */
  readonly Layer: ComponentType
  /** How a person connects an account; null if the account is given. */
  readonly connect: Connect | null
  readonly reconnect: Reconnect | null
  /** Ends the session with the account; null if the account is given. */
  readonly disconnect: (() => void) | null
}
