import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import { usePortal } from '#account/connection.ts'
import { Notice } from '#ui/Notice.tsx'
import { ThemeButton } from '#ui/ThemeButton.tsx'
import { pages } from './routes.tsx'
import css from './Shell.module.css'

/**
 * Header, navigation and shared elements of every page. Renders the same markup that index.html has already
 * painted.
 */
export function Shell({ AccountBar, children }: { AccountBar: ComponentType; children: ReactNode }) {
  const [location] = useLocation()
  const { page } = usePortal()
  const keeping = useSyncExternalStore(page.storage.subscribe, page.storage.keeping)
  const theme = useSyncExternalStore(page.theme.subscribe, page.theme.current)
  return (
    <>
      <header className="shell-header">
        <button type="button" className={css.skip} onClick={skipToMain}>
          Skip to content
        </button>
        <Link className="brand" href="/">
          <img src="./logo.svg" alt="" width="28" height="28" />
          <span>Influencer Portal</span>
        </Link>
        <nav className="shell-nav" aria-label="Main">
          {pages.map(({ path, label }) => (
            <Link
              key={path}
              href={path}
              aria-current={`${location}/`.startsWith(`${path}/`) ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="shell-account">
          <AccountBar />
        </div>
      </header>
      <main className={`shell-main ${css.main}`} id="main" tabIndex={-1}>
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
