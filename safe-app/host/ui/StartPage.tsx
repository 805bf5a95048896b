import { useState } from 'react'
import { INVALID_URL, isValidUrl } from '../app/Manifest.ts'
import { forgetOpened, openedApps } from '../app/openedApps.ts'
import { choose } from '../state/Host.ts'
import { AddAppDialog } from './AddAppDialog.tsx'
import { useHost } from './HostContext.tsx'

/** Shown while no app is open: opens one by its address, or one of those opened before. */
export function StartPage() {
  const { store } = useHost()
  const [url, setUrl] = useState('')
  const [invalid, setInvalid] = useState(false)
  const [adding, setAdding] = useState(false)
  const [opened, setOpened] = useState(openedApps)

  function open(appUrl: string): void {
    setInvalid(!isValidUrl(appUrl))
    if (!isValidUrl(appUrl)) return
    choose(store, { appUrl })
    store.set({ opened: store.get().opened + 1 })
  }

  return (
    <section className="frame start" aria-label="App">
      <div className="stack">
        <h2>Open a Safe App</h2>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            open(url.trim())
          }}
        >
          <label>
            <span>Address of the app</span>
            <input
              value={url}
              placeholder="http://localhost:3000"
              inputMode="url"
              spellCheck={false}
              onChange={(event) => setUrl(event.target.value)}
            />
          </label>
          {invalid && <p role="alert">{INVALID_URL}</p>}
          <p className="actions">
            <button type="submit" className="primary">
              Open
            </button>
            <button type="button" onClick={() => setAdding(true)}>
              Add with its manifest
            </button>
          </p>
        </form>
        {opened.length > 0 && (
          <>
            <h3>Opened before</h3>
            <ul className="rows" aria-label="Opened before">
              {opened.map((app) => (
                <li key={app.url} className="row opened">
                  <button type="button" className="quiet" onClick={() => open(app.url)}>
                    {app.url}
                    {app.name !== 'unknown' && <small>{app.name}</small>}
                  </button>
                  <button
                    type="button"
                    aria-label={`Forget ${app.url}`}
                    onClick={() => {
                      forgetOpened(app.url)
                      setOpened(openedApps())
                    }}
                  >
                    Forget
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        <h3>How an app must be set up</h3>
        <ol className="needs">
          <li>
            It serves <code>/manifest.json</code> with <code>name</code>, <code>description</code> and{' '}
            <code>iconPath</code>.
          </li>
          <li>
            That file is sent with <code>Access-Control-Allow-Origin: *</code>.
          </li>
          <li>
            Its page may be framed: no <code>X-Frame-Options</code>, and no <code>frame-ancestors</code> that
            excludes this host.
          </li>
        </ol>
      </div>
      {adding && <AddAppDialog url={url} onClose={() => setAdding(false)} />}
    </section>
  )
}
