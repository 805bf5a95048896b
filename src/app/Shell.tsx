import { type ReactNode, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { useConnection, usePortal } from '#account/connection.ts'
import type { Mode } from '#account/Mode.ts'
import type { Keeping } from '#storage/KeyValueStore.ts'
import { Icon } from '#ui/icons/Icon.tsx'
import { Logo } from '#ui/Logo.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useHydrated } from '#ui/useHydrated.ts'
import { ConnectBar } from './ConnectBar.tsx'
import { pages, usePageRow } from './routes.tsx'
import css from './Shell.module.css'
import { WaitingPages } from './WaitingPages.tsx'

// Opened by a press, and not needed before.
const Menu = lazyComponent(async () => (await import('./Menu.tsx')).Menu)
// Nothing is slow or out of reach at once.
const PageState = lazyComponent(async () => (await import('./PageState.tsx')).PageState)

/** Header, navigation and shared elements of every page, rendered at build time and hydrated. */
export function Shell({ AccountBar, children }: Pick<Mode, 'AccountBar'> & { children: ReactNode }) {
  const shown = usePageRow()
  const current = shown?.beside ?? shown?.path
  const { page, connect } = usePortal()
  const isConnected = useConnection().status === 'connected'
  const isHydrated = useHydrated()
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
        <div className={css.menu} id="menu" popover="auto">
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
          <Link href="/diagnostics">Diagnostics</Link>
        </div>
      </footer>
    </>
  )
}

/** The hash is the route, so a link to #main would leave the page. */
function skipToMain() {
  document.getElementById('main')?.focus()
}
