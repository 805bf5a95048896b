import { useState } from 'react'
import { AppPanel } from './AppPanel.tsx'
import { BatchPanel } from './BatchPanel.tsx'
import { FaultsPanel } from './FaultsPanel.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { useHostState } from './HostContext.tsx'
import { MessagesPanel } from './MessagesPanel.tsx'
import { QueuePanel } from './QueuePanel.tsx'
import { TrafficPanel } from './TrafficPanel.tsx'

const tabs = ['Queue', 'Batch', 'History', 'Messages', 'App', 'Faults', 'Traffic'] as const

type Tab = (typeof tabs)[number]

/** The host's panels beside the app. */
export function Panels() {
  const [tab, setTab] = useState<Tab>('Queue')
  const safe = useHostState((state) => state.settings.safe)
  return (
    <aside className="panels">
      <div role="tablist" aria-label="Host panels">
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={tab === name}
            aria-controls="panel"
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
            onKeyDown={(event) => {
              const next = neighbour(name, event.key)
              if (!next) return
              event.preventDefault()
              setTab(next)
              document.getElementById(`tab-${next}`)?.focus()
            }}
          >
            {name}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div role="tabpanel" id="panel" tabIndex={0} aria-labelledby={`tab-${tab}`} key={`${tab} ${safe}`}>
        {tab === 'Queue' && <QueuePanel />}
        {tab === 'Batch' && <BatchPanel />}
        {tab === 'History' && <HistoryPanel />}
        {tab === 'Messages' && <MessagesPanel />}
        {tab === 'App' && <AppPanel />}
        {tab === 'Faults' && <FaultsPanel />}
        {tab === 'Traffic' && <TrafficPanel />}
      </div>
    </aside>
  )
}

/** The tab to which a key leads, or undefined. */
function neighbour(tab: Tab, key: string): Tab | undefined {
  const at = tabs.indexOf(tab)
  switch (key) {
    case 'ArrowRight':
      return tabs[(at + 1) % tabs.length]
    case 'ArrowLeft':
      return tabs.at(at - 1)
    case 'Home':
      return tabs[0]
    case 'End':
      return tabs.at(-1)
    default:
      return undefined
  }
}
