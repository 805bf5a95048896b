import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, startTransition, useEffect, useRef, useSyncExternalStore } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Link, Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import {
  type Connect,
  type Mode,
  type Page,
  PortalContext,
  useConnection,
  usePortal,
} from '#account/connection.ts'
import { ConnectButton, WAITING_ID } from '#components/account/ConnectButton.tsx'
import { AccountOverview, Welcome } from '#pages/overview/OverviewPage.tsx'
import { queryClient } from '#queries/queryClient.ts'
import type { Keeping } from '#storage/KeyValueStore.ts'
import { Icon, Logo } from '#ui/icons/Icon.tsx'
import { ErrorBoundary, lazyComponent } from '#ui/lazyComponent.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useHydrated } from '#ui/useHydrated.ts'
import { useConnectedFocus } from './focusHeading.ts'
import css from './Portal.module.css'
import { everyPage, markedPath, PageSkeleton, pages, Routes, usePageRow } from './routes.tsx'

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

// Opened by a press, and not needed before.
const Menu = lazyComponent(async () => (await import('./Menu.tsx')).Menu)
// Nothing is slow or out of reach at once.
const PageState = lazyComponent(async () => (await import('./PageState.tsx')).PageState)

/** Header, navigation and shared elements of every page, rendered at build time and hydrated. */
function Shell({ AccountBar, children }: Pick<Mode, 'AccountBar'> & { children: ReactNode }) {
  const shown = usePageRow()
  const current = shown && markedPath(shown)
  const { page, connect } = usePortal()
  const isConnected = useConnection().status === 'connected'
  const isHydrated = useHydrated()
  useConnectedFocus(isConnected && connect !== null)
  const keeping = useSyncExternalStore<Keeping>(page.storage.subscribe, page.storage.keeping, () => 'browser')
  return (
    <>
      <header className="shell-header">
        <div className="shell-bar">
          <button type="button" className={css.skip} onClick={skipToMain}>
            Skip to content
          </button>
          <Link className="brand" href="/">
            <Logo size={28} />
            <span>Influencer Portal</span>
          </Link>
          <nav className="shell-nav" aria-label="Main">
            {pages.map(({ path, label, icon }) => (
              <Link key={path} href={path} aria-current={isHydrated && path === current ? 'page' : undefined}>
                <Icon name={icon} />
                {label}
              </Link>
            ))}
          </nav>
          <div className="shell-account" data-early={isHydrated ? undefined : ''}>
            {isConnected ? <AccountBar /> : connect && <ConnectBar connect={connect} />}
            <button
              type="button"
              className="button button-ghost button-icon"
              aria-label="Menu"
              popoverTarget="menu"
            >
              <Icon name="settings" size={20} />
            </button>
          </div>
        </div>
        <div className={`layout-float ${css.menu}`} id="menu" popover="auto">
          {isHydrated && <Menu />}
        </div>
      </header>
      <main className="shell-main" id="main" tabIndex={-1}>
        {isHydrated ? <PageState /> : <WaitingPages />}
        {keeping === 'page' && (
          <Notice tone="info">
            <p>Your browser blocks storage here. Nothing will be remembered after you close this page.</p>
          </Notice>
        )}
        {children}
      </main>
      <footer className={css.footer}>
        <div className="shell-footer">
          <p>Reads BNB Smart Chain directly. No custody, no server of its own.</p>
          <Link href="/settings">Settings</Link>
        </div>
      </footer>
    </>
  )
}

/** The hash is the route, so a link to #main would leave the page. */
function skipToMain() {
  document.getElementById('main')?.focus()
}

const labels = {
  disconnected: 'Connect Wallet',
  connecting: 'Connecting…',
  reconnecting: 'Reconnecting…',
} as const

/**
 * The header without an account: Connect, and while the wallets are loading, a message that they are on their
 * way. The message is a popover, because a button opens one without any script: an open message is a press
 * that has not been answered yet.
 */
function ConnectBar({ connect }: { connect: Connect }) {
  const { status } = useConnection()
  const state = useSyncExternalStore(connect.subscribe, connect.state, () => 'idle')
  const isHydrated = useHydrated()
  const waiting = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isHydrated || !isOpen(waiting.current)) return
    connect.open()
    if (connect.state() !== 'pending') waiting.current?.hidePopover()
  }, [isHydrated, connect])

  useEffect(() => {
    const message = waiting.current
    if (state !== 'pending' || !message) return
    if (!isOpen(message)) message.showPopover()
    return () => message.hidePopover()
  }, [state])

  return (
    <>
      {state === 'failed' && <span role="alert">Wallets didn’t load. Press to try again.</span>}
      <ConnectButton
        quiet
        connect={connect}
        label={status === 'connected' ? labels.disconnected : labels[status]}
      />
      <div className="connect-waiting" id={WAITING_ID} ref={waiting} popover="manual" role="status">
        Getting the wallets ready…{!isHydrated && <p className="late">They need JavaScript.</p>}
      </div>
    </>
  )
}

function isOpen(message: HTMLElement | null): boolean {
  return message?.matches(':popover-open') === true
}

/**
 * Every page's skeleton, for the first paint: the prerendered HTML is the same for all URLs, and the styles show the
 * parts of the page that the URL names (`data-page`, see `boot/early.ts`).
 */
export function WaitingPages() {
  return (
    <>
      <style>{firstPaintRules()}</style>
      {everyPage.map(({ path, label, skeleton }) => (
        <div key={path} className={css.waiting} data-waiting={path.slice(1)}>
          <PageSkeleton label={label} kind={skeleton} />
        </div>
      ))}
    </>
  )
}

/**
 * Shows each page's skeleton, and marks the same entry of the navigation as `aria-current` does once the portal's
 * code runs.
 */
function firstPaintRules(): string {
  const selectors = (selectorOf: (row: (typeof everyPage)[number]) => string) =>
    everyPage.map((row) => `:root[data-page="${row.path.slice(1)}"] ${selectorOf(row)}`).join()
  const marked = selectors((row) => `.shell-nav a[href="#${markedPath(row)}"]`)
  const shown = selectors(({ path }) => `[data-waiting="${path.slice(1)}"]`)
  // The first page itself is in the HTML. In a frame the account comes first.
  const hidden = ':root:not([data-framed]) [data-waiting=""]'
  return `${marked}{background:var(--surface-3);color:var(--text)}${shown}{display:grid}${hidden}{display:none}`
}
