import { SafeProvider } from '@safe-global/safe-apps-react-sdk'
import { setConnection } from '#account/connection.ts'
import type { Mode, Page, ThemeControl } from '#account/Mode.ts'
import type { SafeInfo } from '#safe/tx/SafeInfo.ts'
import { SafeBar, SafeConnector } from './SafeConnector.tsx'

/** The host found at boot: its exact origin and the Safe it showed. */
type SafeHost = { readonly origin: string; readonly info: SafeInfo }

/** Safe mode: opening the portal in a Safe is the connection. Contains no wallet code. */
export function safeMode(page: Page, host: SafeHost): Mode {
  setConnection({ status: 'connecting' })
  guardMessages(host.origin)
  followHostTheme(host.origin, page.theme)
  // The SDK matches against the whole origin, so the pattern is anchored and exact.
  const options = { allowedDomains: [new RegExp(`^${host.origin.replace(/\W/g, '\\$&')}$`)] }
  return {
    connect: null,
    reconnect: null,
    disconnect: null,
    AccountBar: SafeBar,
    Layer: () => (
      <SafeProvider opts={options}>
        <SafeConnector info={host.info} />
      </SafeProvider>
    ),
  }
}

/**
 * Stops malformed host messages before later listeners see them. The Safe Apps SDK's own listener throws on a
 * null message or a version that is not a string, and anyone can send one. Call this before creating the SDK.
 */
function guardMessages(hostOrigin: string): void {
  window.addEventListener('message', (event) => {
    const { source, origin, data } = event
    const isHosts = source === window.parent && origin === hostOrigin
    const isWellFormed = typeof data === 'object' && data !== null && typeof data.version === 'string'
    if (!isHosts || !isWellFormed) event.stopImmediatePropagation()
  })
}

/**
 * Follows the host's theme. Safe{Wallet} pushes `{ data: { darkMode } }` unprompted and answers
 * `getCurrentTheme`. Both are outside the Safe Apps SDK, which drops them.
 */
function followHostTheme(hostOrigin: string, theme: ThemeControl): void {
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== hostOrigin) return
    const dark = darkModeOf(event.data)
    if (dark !== null) theme.follow(dark ? 'dark' : 'light')
  })
  const question = {
    id: crypto.randomUUID().slice(0, 10),
    method: 'getCurrentTheme',
    params: undefined,
    env: { sdkVersion: '9.1.0' },
  }
  window.parent.postMessage(question, hostOrigin)
}

function darkModeOf(message: unknown): boolean | null {
  // A copy without accessors, so no step of this can throw.
  const dark = (message as { data?: { darkMode?: unknown } | null } | null)?.data?.darkMode
  return typeof dark === 'boolean' ? dark : null
}
