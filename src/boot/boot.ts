import type { HandshakeEvent, Mode, Page, Theme, ThemeChoice, ThemeControl } from '#account/connection.ts'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { BootEnv } from '#parseEnv.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import { createStore } from '#storage/store.ts'
import { wasReloaded } from './newRelease.ts'
import { findHost, type Host } from './probeHost.ts'
import type { Stop } from './stop.ts'
import { guardStorage } from './storage.ts'

/** The configuration that boot needs, kept separate so that the rest stays out of the boot entry. */
const bootEnv = import.meta.env.PORTAL_BOOT as BootEnv

/** Shows the status line of index.html while a host is probed; an empty text hides it. */
function showWaiting(text: string): void {
  const line = document.getElementById('boot-line')
  if (!line) return
  line.className = 'boot-line'
  line.textContent = text
}

// One entry per mode. The bundler folds a conditional expression around import() and then loads the files of
// both modes.
const load = {
  portal: () => import('#app/Portal.tsx'),
  wallet: () => import('#modes/wallet/mode.tsx'),
  safe: () => import('#modes/safe/mode.tsx'),
}

/** Finds the host, loads the matching mode and mounts the portal in `root`. Runs once per page. */
export async function boot(root: HTMLElement): Promise<void> {
  const handshake: HandshakeEvent[] = []
  const storage = guardStorage(() => window.localStorage)
  const page: Page = {
    storage,
    handshake,
    theme: themeControl(document.documentElement, storage, window.parent !== window),
  }
  if (bootEnv.fault !== null) {
    return stop(root, { kind: 'env-fault', fault: bootEnv.fault })
  }
  if (window.parent === window) return show(root, page, { kind: 'none' })

  showWaiting('Connecting to your Safe…')
  // Compiled and run while the host is asked. A failure here repeats later, where it is reported.
  for (const start of [load.portal, load.safe]) start().catch(() => {})
  return findHost(
    {
      win: window,
      trusted: bootEnv.safeHostOrigins,
      chainId: BSC_CHAIN_ID,
      log: (event) => handshake.push(event),
      onSlow: () => showWaiting('Still waiting for Safe{Wallet}…'),
    },
    (host) => void show(root, page, host),
  )
}

async function show(root: HTMLElement, page: Page, host: Host): Promise<void> {
  switch (host.kind) {
    case 'none':
      return mount(root, page, async () => (await load.wallet()).walletMode(page))
    case 'safe': {
      const { safeAddress, threshold, owners } = host.info
      // Shortened as the host shows it.
      const short = `${safeAddress.slice(0, 6)}…${safeAddress.slice(-4)}`
      showWaiting(`Opening Safe ${short} (${threshold} of ${owners.length})…`)
      return mount(root, page, async () => (await load.safe()).safeMode(page, host))
    }
    default:
      return stop(root, host)
  }
}

/**
 * Loads the portal and the mode in parallel. If a chunk is missing after a new release, shows a message
 * instead of a blank page.
 */
async function mount(root: HTMLElement, page: Page, mode: () => Promise<Mode>): Promise<void> {
  try {
    const [{ mountPortal }, chosen] = await Promise.all([load.portal(), mode()])
    await mountPortal(root, page, chosen)
    showWaiting(wasReloaded() ? 'A new version was published, so this page was reloaded.' : '')
  } catch (error) {
    console.error(error)
    await stop(root, { kind: 'load-failed' })
  }
}

/** The texts of boot's failure screens are loaded on demand, to keep the boot entry small. */
async function stop(root: HTMLElement, why: Stop): Promise<void> {
  try {
    const { showStop } = await import('./stop.ts')
    showStop(root, why)
    showWaiting('')
  } catch {
    showWaiting('Not loaded. Reload the page.')
  }
}

/**
 * The page's theme: the system's unless the person chose otherwise. In a frame the host decides (`follow`), and a choice made
 * in a tab is ignored. `boot/early.ts` applies the same choice before the first paint.
 */
function themeControl(root: HTMLElement, storage: KeyValueStore, isFramed: boolean): ThemeControl {
  const light = matchMedia('(prefers-color-scheme: light)')
  const choice = createStore(parseTheme(storage.getItem(browserKey('theme'))))
  const shown = createStore<Theme>('dark')
  const show = (theme: Theme) => {
    root.dataset.theme = theme
    shown.set(theme)
  }
  const showChoice = () => {
    const chosen = choice.get()
    if (!isFramed) show(chosen === 'system' ? (light.matches ? 'light' : 'dark') : chosen)
  }
  showChoice()
  light.addEventListener('change', showChoice)
  return {
    choice: () => (isFramed ? null : choice.get()),
    shown: shown.get,
    choose(next) {
      choice.set(next)
      storage.setItem(browserKey('theme'), next)
      showChoice()
    },
    follow: show,
    subscribe(listener) {
      const [leaveChoice, leaveShown] = [choice.subscribe(listener), shown.subscribe(listener)]
      return () => {
        leaveChoice()
        leaveShown()
      }
    },
  }
}

function parseTheme(kept: string | null): ThemeChoice {
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}
