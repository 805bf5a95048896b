import { useState } from 'react'
import { type Payload, sizeText } from '../bridge/payload.ts'
import type { Exchange } from '../bridge/TrafficLog.ts'
import { exchangeJson } from '../bridge/trafficJson.ts'
import { CopyButton } from './CopyButton.tsx'

/** One message; its payloads are in the page only while it is unfolded. */
export function TrafficRow({ exchange }: { exchange: Exchange }) {
  const { by, method, at, took, state, payload, answer, error, origin, sdkVersion } = exchange
  const [isOpen, setOpen] = useState(false)
  return (
    <li data-state={state}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span aria-hidden="true">{by === 'host' ? '←' : '→'}</span>
          <span className="method">{`${method}${outcome(exchange)}`}</span>
          <span className="times">
            <time>{at.toFixed(0)} ms</time>
            {took !== null && <span>took {took.toFixed(took < 10 ? 1 : 0)} ms</span>}
          </span>
        </summary>
        {isOpen && (
          <div className="exchange">
            <dl>
              {origin !== '' && (
                <>
                  <dt>Origin</dt>
                  <dd>
                    {origin}
                    {sdkVersion !== '' && ` (SDK ${sdkVersion.slice(0, 40)})`}
                  </dd>
                </>
              )}
              <PayloadRow name={by === 'host' ? 'Sent' : 'Payload'} payload={payload} />
              {answer && <PayloadRow name="Answer" payload={answer} />}
              {error !== null && (
                <>
                  <dt>Error</dt>
                  <dd>{error}</dd>
                </>
              )}
            </dl>
            <CopyButton label="Copy as JSON" text={() => exchangeJson(exchange)} />
          </div>
        )}
      </details>
    </li>
  )
}

function outcome({ state, reason, error }: Exchange): string {
  switch (state) {
    case 'waiting':
      return ': waiting'
    case 'answered':
      return ': answered'
    case 'failed':
      return `: ${error}`
    case 'pushed':
      return ''
    case 'ignored':
      return ` ignored (${reason})`
    case 'lost':
      return reason === 'silent' ? `: ${error ?? 'answered'} (silent)` : ` (${reason})`
  }
}

function PayloadRow({ name, payload }: { name: string; payload: Payload }) {
  if (payload.text === '') return null
  return (
    <>
      <dt>
        {name}
        {payload.isCut && `, the beginning of ${sizeText(payload.size)}`}
      </dt>
      <dd>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <pre className="data" tabIndex={0}>
          {indented(payload)}
        </pre>
      </dd>
    </>
  )
}

function indented({ text, isCut }: Payload): string {
  if (isCut) return `${text.slice(0, SHOWN)}…`
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Characters of a long payload on screen; the copy has more. */
const SHOWN = 4_000
