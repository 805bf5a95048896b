import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { PortalContext } from '#account/connection.ts'
import type { Mode, Page } from '#account/Mode.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Routes } from './routes.tsx'
import { Shell } from './Shell.tsx'

/**
 * Renders the portal in `root` synchronously. The mode's layer is mounted beside the pages, so its late
 * arrival remounts nothing.
 */
export function mountPortal(root: HTMLElement, page: Page, mode: Mode): void {
  const portal = (
    <StrictMode>
      <ErrorBoundary what="The portal">
        <PortalContext value={{ page, connect: mode.connect, reconnect: mode.reconnect }}>
          <QueryClientProvider client={queryClient}>
            <Router hook={useHashLocation}>
              <Shell AccountBar={mode.AccountBar}>
                <Routes />
              </Shell>
            </Router>
            <ErrorBoundary what="The connection to your account">
              <mode.Layer />
            </ErrorBoundary>
          </QueryClientProvider>
        </PortalContext>
      </ErrorBoundary>
    </StrictMode>
  )
  flushSync(() => createRoot(root).render(portal))
}

/**
 * Server state. A failed read shows at once with a retry and the last known data, and its poll reads again
 * (`polling`): silent retries would only delay the message. Nothing polls while the tab is hidden.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, networkMode: 'always', refetchIntervalInBackground: false },
    mutations: { retry: false, networkMode: 'always' },
  },
})
