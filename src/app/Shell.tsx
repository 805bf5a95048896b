import { type ReactNode, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import { useConnection, usePortal } from '#account/connection.ts'
import type { Keeping, Mode, Theme } from '#account/Mode.ts'
import { Logo } from '#ui/Logo.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ThemeButton } from '#ui/ThemeButton.tsx'
import { useHydrated } from '#ui/useHydrated.ts'
import { ConnectBar } from './ConnectBar.tsx'
import { pages } from './routes.tsx'
import css from './Shell.module.css'
import { WaitingPages } from './WaitingPages.tsx'

/** Header, navigation and shared elements of every page, rendered at build time and hydrated. */
export function Shell({ AccountBar, children }: Pick<Mode, 'AccountBar'> & { children: ReactNode }) {
  const [location] = useLocation()
  const { page, connect } = usePortal()
  const isConnected = useConnection().status === 'connected'
  const isHydrated = useHydrated()
  const keeping = useSyncExternalStore<Keeping>(page.storage.subscribe, page.storage.keeping, () => 'browser')
  const theme = useSyncExternalStore<Theme>(page.theme.subscribe, page.theme.current, () => 'dark')
  return (
    <>
      <header className="shell-header">
        <button type="button" className={css.skip} onClick={skipToMain}>
          Skip to content
        </button>
        <Link className="brand" href="/">
          <Logo size={28} />
          <span>Influencer Portal</span>
        </Link>
        <nav className="shell-nav" aria-label="Main">
          {pages.map(({ path, label }) => (
            <Link
              key={path}
              href={path}
              aria-current={isHydrated && `${location}/`.startsWith(`${path}/`) ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="shell-account" data-early={isHydrated ? undefined : ''}>
          {isConnected ? <AccountBar /> : connect && <ConnectBar connect={connect} />}
        </div>
      </header>
      <main className={`shell-main ${css.main}`} id="main" tabIndex={-1}>
        {!isHydrated && <WaitingPages />}
        {keeping === 'page' && (
          <Notice tone="info">
            <p>
              Your browser does not let this page store anything, so nothing will be remembered after it
              closes.
            </p>
          </Notice>
        )}
        {children}
      </main>
      <footer className={css.footer}>
        <p>
          Influencer Portal reads BNB Smart Chain directly. It holds no money and has no server of its own.
        </p>
        <Link href="/diagnostics">Diagnostics</Link>
        <ThemeButton theme={theme} onChange={(next) => page.theme.apply(next, true)} />
      </footer>
    </>
  )
}

/** The hash is the route, so a link to #main would leave the page. */
function skipToMain() {
  document.getElementById('main')?.focus()
}
