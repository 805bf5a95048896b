import { useEffect } from 'react'
import { loadSafe } from '../chain/loadSafe.ts'
import * as Service from '../chain/Service.ts'
import { seeded } from '../state/Host.ts'
import { AppStage } from './AppStage.tsx'
import { Dialogs } from './Dialogs.tsx'
import { Header } from './Header.tsx'
import { useHost, useHostState } from './HostContext.tsx'
import { Panels } from './Panels.tsx'
import { ToastList } from './Toasts.tsx'

/** The real host's polling interval for the Safe. */
const SAFE_POLL_MS = 15_000

export function App() {
  const { config, store } = useHost()
  const safe = useHostState((state) => state.settings.safe)
  const actions = useHostState((state) => state.actions)
  const theme = useHostState((state) => state.settings.theme)

  useEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the host's own actions change the Safe
  useEffect(() => {
    let stale = false
    async function refresh(): Promise<void> {
      try {
        const planned = seeded(config, store.get().settings)
        const [state, chain] = await Promise.all([
          loadSafe(config.gatewayUrl, safe, planned),
          store.get().chain ?? Service.get<Service.Chain>(config.gatewayUrl, ''),
        ])
        if (!stale) store.set({ safe: state, chain, serviceError: null })
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        if (!stale) store.set({ serviceError: text })
      }
    }
    void refresh()
    const timer = setInterval(() => void refresh(), SAFE_POLL_MS)
    return () => {
      stale = true
      clearInterval(timer)
    }
  }, [safe, actions, config, store])

  return (
    <>
      <Header />
      <main className="stage">
        <div className="app">
          <AppStage />
          <ToastList />
        </div>
        <Panels />
      </main>
      <Dialogs />
    </>
  )
}
