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

/** The host's panels beside the app. */
export function Panels() {
  const [tab, setTab] = useState<(typeof tabs)[number]>('Queue')
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
            onClick={() => setTab(name)}
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
