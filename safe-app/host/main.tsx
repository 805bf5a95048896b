import { createRoot } from 'react-dom/client'
import { answerClosed } from './bridge/answerClosed.ts'
import * as Requests from './bridge/Requests.ts'
import * as HostConfig from './HostConfig.ts'
import * as Faults from './state/Faults.ts'
import * as HostState from './state/Host.ts'
import * as Settings from './state/Settings.ts'
import { App } from './ui/App.tsx'
import { type Host, HostContext } from './ui/HostContext.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('No root element.')

const config = HostConfig.read(document)
const query = new URLSearchParams(location.search)
const store = HostState.create(config.network, Settings.read(query, config), Faults.read(query))
const current: Host['current'] = { communicator: null }
const requests = Requests.create({
  show: (flow) => store.set({ flow }),
  ask: () =>
    new Promise((resolve) => {
      store.set({
        question: (discard) => {
          store.set({ question: null })
          resolve(discard)
        },
      })
    }),
  send: (id, data) => current.communicator?.send(id, data),
  fail: (id, error) => answerClosed(store, () => current.communicator?.fail(id, error)),
})
const host: Host = { config, store, requests, current, appSettings: { offChainSigning: true } }

// The world that opened this page changes who acts and which faults are on.
Object.assign(window, {
  localSafe({ faults = {}, ...settings }: Partial<Settings.Settings> & { faults?: Partial<Faults.Faults> }) {
    HostState.choose(store, settings, faults)
  },
})

createRoot(root).render(
  <HostContext value={host}>
    <App />
  </HostContext>,
)
