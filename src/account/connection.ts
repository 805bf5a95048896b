import { createContext, use, useSyncExternalStore } from 'react'
import { createStore } from '#storage/store.ts'
import type { OpenedAccount } from './Account.ts'
import type { Connect, Page, Reconnect } from './Mode.ts'

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
