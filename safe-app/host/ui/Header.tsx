import { choose } from '../state/Host.ts'
import { ActingAs } from './ActingAs.tsx'
import { useHost, useHostState } from './HostContext.tsx'
import { useChooseSafe } from './useChooseSafe.ts'

export function Header() {
  const { config, store } = useHost()
  const settings = useHostState((state) => state.settings)
  const safe = useHostState((state) => state.safe)
  const chooseSafe = useChooseSafe()
  const known = config.safes.some((each) => each.address === settings.safe)
  return (
    <header className="top">
      <p className="warning">
        Local Safe host — test keys only. Signatures made here are worthless elsewhere and must stay so.
      </p>
      <div className="bar">
        <h1>Local Safe host</h1>
        <label>
          <span>Safe</span>
          <select value={settings.safe} onChange={(event) => chooseSafe(event.target.value as `0x${string}`)}>
            {known || <option value={settings.safe}>{settings.safe}</option>}
            {config.safes.map((each) => (
              <option key={each.address} value={each.address}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
        <ActingAs />
        <p className="facts">
          <code title={settings.safe}>
            {config.network.shortName}:{settings.safe}
          </code>
          {safe && (
            <span>
              {safe.threshold} of {safe.owners.length} owners · nonce {safe.nonce} · {safe.version}
            </span>
          )}
        </p>
        <button
          type="button"
          className="quiet"
          onClick={() => choose(store, { theme: settings.theme === 'dark' ? 'light' : 'dark' })}
        >
          {settings.theme === 'dark' ? 'Light theme' : 'Dark theme'}
        </button>
      </div>
    </header>
  )
}
