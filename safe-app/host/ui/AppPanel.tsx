import { useState } from 'react'
import { INVALID_URL, isValidUrl } from '../app/Manifest.ts'
import { feeTokensOf } from '../chain/networkFee.ts'
import { choose } from '../state/Host.ts'
import { AddAppDialog } from './AddAppDialog.tsx'
import { CheckResult, useAppCheck } from './CheckResult.tsx'
import { useHost, useHostState } from './HostContext.tsx'
import { NoticedList } from './NoticedList.tsx'
import { SwitchField } from './SwitchField.tsx'

const kinds = {
  unknown: 'Opened by its address: Safe{Wallet} then calls it “unknown” and grants no browser features.',
  custom: 'Added with its manifest.',
  listed: 'Listed by the backend.',
} as const

/** The open app, and the host's own settings. */
export function AppPanel() {
  const { config, store } = useHost()
  const feeTokens = feeTokensOf(config.network)
  const settings = useHostState((state) => state.settings)
  const app = useHostState((state) => state.app)
  const [url, setUrl] = useState(settings.appUrl ?? '')
  const [adding, setAdding] = useState(false)
  const check = useAppCheck()
  const [invalid, setInvalid] = useState(false)
  return (
    <div className="stack">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          setInvalid(!isValidUrl(url))
          if (!isValidUrl(url)) return
          choose(store, { appUrl: url })
          store.set({ opened: store.get().opened + 1 })
        }}
      >
        <label>
          <span>App URL</span>
          <input value={url} onChange={(event) => setUrl(event.target.value)} spellCheck={false} />
        </label>
        {invalid && <p role="alert">{INVALID_URL}</p>}
        <p className="actions">
          <button type="submit" className="primary">
            Open app
          </button>
          <button type="button" onClick={() => setAdding(true)}>
            Add custom Safe App
          </button>
          <button
            type="button"
            onClick={() => {
              setInvalid(!isValidUrl(url))
              if (isValidUrl(url)) void check.ask(url)
            }}
          >
            Check manifest and headers
          </button>
        </p>
      </form>
      <CheckResult result={check.result} />
      {settings.appUrl !== null && (
        <p>
          Open now: {app.kind === 'unknown' ? <code>{settings.appUrl}</code> : <b>{app.name}</b>}
          <br />
          <small>{kinds[app.kind]}</small>
        </p>
      )}
      {settings.appUrl !== null && <NoticedList appUrl={settings.appUrl} />}
      <SwitchField
        label="Sign messages on chain"
        checked={settings.onChainSigning}
        onChange={(onChainSigning) => choose(store, { onChainSigning })}
      />
      <SwitchField
        label="Pay the network fee from the Safe"
        checked={settings.feeToken !== null}
        onChange={(on) => choose(store, { feeToken: on ? (feeTokens[0] ?? null) : null })}
      />
      <label>
        <span>Token of the network fee</span>
        <select
          value={settings.feeToken ?? feeTokens[0]}
          disabled={settings.feeToken === null}
          onChange={(event) => choose(store, { feeToken: event.target.value })}
        >
          {feeTokens.map((token) => (
            <option key={token}>{token}</option>
          ))}
        </select>
      </label>
      <SwitchField
        label="The backend lists this app"
        checked={settings.listed}
        onChange={(listed) => choose(store, { listed })}
      />
      {adding && <AddAppDialog url={url} onClose={() => setAdding(false)} />}
    </div>
  )
}
