import { useDeferredValue, useState } from 'react'
import type { Exchange } from '../bridge/TrafficLog.ts'
import { trafficJson } from '../bridge/trafficJson.ts'
import { useHost, useHostState } from './HostContext.tsx'
import { TrafficRow } from './TrafficRow.tsx'

/** Rows shown at once: a list of 10,000 would be slow, and nobody reads it. */
const SHOWN = 60

/** The messages between the app and the host, the newest first. */
export function TrafficPanel() {
  const { store } = useHost()
  const traffic = useHostState((state) => state.traffic)
  const [filter, setFilter] = useState('')
  const [shown, setShown] = useState(SHOWN)
  const wanted = useDeferredValue(filter.trim().toLowerCase())
  const { exchanges, total } = traffic
  if (total === 0) return <p>No message came from the app yet.</p>
  const matching = wanted === '' ? exchanges : exchanges.filter((exchange) => matches(exchange, wanted))
  const gone = total - exchanges.length
  return (
    <div className="stack">
      <div className="traffic-tools">
        <label>
          <span>Filter by method or text</span>
          <input
            type="search"
            value={filter}
            spellCheck={false}
            onChange={(event) => setFilter(event.target.value)}
          />
        </label>
        <button type="button" onClick={() => save(trafficJson(store.get().traffic))}>
          Export
        </button>
      </div>
      <p className="note">
        {wanted === '' ? `${total} messages` : `${matching.length} of ${exchanges.length} messages`}
        {gone > 0 && `, the first ${gone} are no longer kept`}
      </p>
      <ol className="traffic" aria-label="Traffic">
        {matching
          .slice(-shown)
          .reverse()
          .map((exchange) => (
            <TrafficRow key={exchange.number} exchange={exchange} />
          ))}
      </ol>
      {matching.length > shown && (
        <button type="button" onClick={() => setShown(shown + SHOWN)}>
          Show {Math.min(SHOWN, matching.length - shown)} older
        </button>
      )}
    </div>
  )
}

function matches(exchange: Exchange, wanted: string): boolean {
  const { method, origin, payload, answer, error } = exchange
  return [method, origin, error ?? '', payload.text, answer?.text ?? ''].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}

function save(json: string): void {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'safe-app-traffic.json'
  link.click()
  // The download has begun when the click returns.
  setTimeout(() => URL.revokeObjectURL(url))
}
