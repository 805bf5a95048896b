import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, StrictMode } from 'react'
import { Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import type { Account } from '#account/Account.ts'
import {
  type HandshakeEvent,
  PortalContext,
  type PortalContextValue,
  setConnection,
} from '#account/connection.ts'
import { queryClient } from '#queries/queryClient.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import { PageState } from '../../src/app/PageState.tsx'
import { guardStorage } from '../../src/boot/storage.ts'

/** Storage of a browser that keeps everything, or of one that blocks it. */
export function browserStorage(keeps = true): GuardedStorage {
  const kept = new Map<string, string>()
  return guardStorage(() => {
    if (!keeps) throw new DOMException('Blocked', 'SecurityError')
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    }
  })
}

/** The surroundings of a component. Missing parts are those of a visitor with an empty browser. */
export type Around = {
  readonly account?: Account
  readonly storage?: GuardedStorage
  /** Called when a person asks for the list of wallets; without it the account is given. */
  readonly connect?: (() => void) | null
  /** Called when a person wants to leave another network; needs `connect`. */
  readonly chooseNetwork?: () => void
  /** The messages of the Safe host and the page; empty in a tab. */
  readonly handshake?: readonly HandshakeEvent[]
}

/**
 * Renders a component as the portal mounts it (`src/app/Portal.tsx`), with queries of its own and real keys and
 * clicks. The account is connected, if there is one.
 */
export function renderInPortal(ui: ReactNode, around: Around = {}) {
  const {
    account,
    storage = browserStorage(),
    connect = null,
    handshake = [],
    chooseNetwork = () => {},
  } = around
  if (account) setConnection({ status: 'connected', account, chainId: 56, unsupported: false })
  const client = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() })
  const theme = {
    choice: () => 'light' as const,
    shown: () => 'light' as const,
    choose: () => {},
    follow: () => {},
    subscribe: () => () => {},
  }
  const value: PortalContextValue = {
    page: { storage, theme, handshake },
    connect: connect && {
      open: connect,
      prepare: () => {},
      chooseNetwork,
      state: () => 'idle',
      subscribe: () => () => {},
    },
    reconnect: null,
    disconnect: null,
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <PortalContext value={value}>
        <QueryClientProvider client={client}>
          <Router hook={useHashLocation}>
            <PageState />
            {children}
          </Router>
        </QueryClientProvider>
      </PortalContext>
    </StrictMode>
  )
  const user = userEvent.setup()
  return { user, storage, client, ...render(ui, { wrapper }) }
}

/**
 * Presses Try again of the page's notice, at once after `heal`: with fast time, the page would soon retry without it.
 */
export async function tryAgain(heal: () => void): Promise<void> {
  const button = await screen.findByRole('button', { name: 'Try again' })
  heal()
  fireEvent.click(button)
}
