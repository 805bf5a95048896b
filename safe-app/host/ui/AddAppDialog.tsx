import { useState } from 'react'
import { type AppRecord, addCustomApp, customApps, isSameUrl } from '../app/AppRecord.ts'
import * as Manifest from '../app/Manifest.ts'
import { choose } from '../state/Host.ts'
import { CheckResult, useAppCheck } from './CheckResult.tsx'
import { useHost } from './HostContext.tsx'
import { Modal } from './Modal.tsx'

/** Adds an app by its URL, after its manifest is read and the risk accepted. */
export function AddAppDialog({ url: first, onClose }: { url: string; onClose: () => void }) {
  const { store } = useHost()
  const [url, setUrl] = useState(first)
  const [found, setFound] = useState<AppRecord | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [accepted, setAccepted] = useState(false)
  const check = useAppCheck()

  async function read(): Promise<void> {
    setFound(null)
    check.forget()
    if (!Manifest.isValidUrl(url)) return setFault(Manifest.INVALID_URL)
    const base = url.split(/[?#]/)[0] ?? url
    if (customApps().some((app) => isSameUrl(app.url, base))) return setFault(Manifest.ALREADY_IN_LIST)
    try {
      setFound(await Manifest.fetchApp(url, 'custom'))
      setFault(null)
    } catch (error) {
      console.info('The manifest was refused:', error)
      setFault(Manifest.NOT_A_SAFE_APP)
      await check.ask(url)
    }
  }

  return (
    <Modal title="Add custom Safe App" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!found) return void read()
          addCustomApp(found)
          choose(store, { appUrl: url })
          store.set({ opened: store.get().opened + 1 })
          onClose()
        }}
      >
        <label>
          <span>Safe App URL</span>
          <input
            value={url}
            spellCheck={false}
            onChange={(event) => {
              setUrl(event.target.value)
              setFound(null)
              setFault(null)
              check.forget()
            }}
          />
        </label>
        {fault && <p role="alert">{fault}</p>}
        <CheckResult result={check.result} />
        {found && (
          <>
            <p className="app-card">
              <img src={found.iconUrl} alt="" width="40" height="40" />
              <b>{found.name}</b>
            </p>
            <label className="check">
              <input
                type="checkbox"
                checked={accepted}
                onChange={(event) => setAccepted(event.target.checked)}
              />
              This Safe App is not part of Safe{'{Wallet}'} and I agree to use it at my own risk.
            </label>
          </>
        )}
        <p className="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={found !== null && !accepted}>
            {found ? 'Add' : 'Check manifest'}
          </button>
        </p>
      </form>
    </Modal>
  )
}
