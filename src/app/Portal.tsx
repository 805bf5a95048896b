import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { type Mode, type Page, PortalContext } from '#account/connection.ts'
import { AccountOverview, Welcome } from '#pages/overview/OverviewPage.tsx'
import { queryClient } from '#queries/queryClient.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { useHydrated } from '#ui/useHydrated.ts'
import { Routes } from './routes.tsx'
import { Shell } from './Shell.tsx'

const nothing = () => {}

/** A visitor's mode for the prerendered page. Its functions do nothing yet. */
const firstMode: Mode = {
  AccountBar: () => null,
  Layer: () => null,
  connect: { open: nothing, prepare: nothing, state: () => 'idle', subscribe: () => nothing },
  reconnect: null,
  disconnect: null,
}

/**
 * The whole portal. The mode's layer is mounted beside the pages, so nothing is remounted when the layer loads late.
 */
export function Portal({ page, mode = firstMode }: { page: Page; mode?: Mode }) {
  const { AccountBar, Layer, connect, reconnect, disconnect } = useHydrated() ? mode : firstMode
  return (
    <StrictMode>
      <ErrorBoundary what="The portal">
        <PortalContext value={{ page, connect, reconnect, disconnect }}>
          <QueryClientProvider client={queryClient}>
            <Router hook={useHashLocation}>
              <Shell AccountBar={AccountBar}>
                <Routes />
              </Shell>
            </Router>
            <ErrorBoundary what="The connection to your account">
              <Layer />
            </ErrorBoundary>
          </QueryClientProvider>
        </PortalContext>
      </ErrorBoundary>
    </StrictMode>
  )
}

/** Hydrates the prerendered page in `root`, or renders the portal anew if something has replaced it. */
export async function mountPortal(root: HTMLElement, page: Page, mode: Mode): Promise<void> {
  if (mode.connect) {
    await Welcome.load()
  } else {
    // If the account is given, its overview is the first screen, and nobody sees the visitor's page.
    root.querySelector('[data-welcome]')?.remove()
    await AccountOverview.load()
  }
  const portal = <Portal page={page} mode={mode} />
  // A browser may have translated the prerendered texts meanwhile.
  const isWhole = root.querySelector('#main') && !root.querySelector('font')
  if (isWhole) startTransition(() => void hydrateRoot(root, portal))
  else createRoot(root).render(portal)
}
