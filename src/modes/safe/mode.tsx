import { SafeProvider } from '@safe-global/safe-apps-react-sdk'
import { setConnection } from '#account/connection.ts'
import type { Mode, Page } from '#account/Mode.ts'
import type { SafeInfo } from '#safe/tx/SafeInfo.ts'
import { followHostTheme, guardMessages } from './hostTheme.ts'
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
