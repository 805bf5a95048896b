import { useEffect, useRef, useState } from 'react'
import { isSameUrl } from '../app/AppRecord.ts'
import { connectFrame } from '../bridge/connectFrame.ts'
import { useHost, useHostState } from './HostContext.tsx'
import { postThroughRelay } from './postThroughRelay.ts'

/** Safe{Wallet}'s list: no modals and no top navigation. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-downloads allow-orientation-lock'

/** A development server bundles an app at its first visit, which takes a minute on a busy machine. */
const SLOW_MS = 10_000
const GIVE_UP_MS = 90_000

/** The app in its frame, hidden until it has loaded, with an error after 90 s. */
export function AppFrame({ appUrl, allow }: { appUrl: string; allow: string }) {
  const host = useHost()
  const { store } = host
  const name = useHostState((state) => state.app.name)
  const relayed = useHostState((state) => state.faults.relay)
  const frame = useRef<HTMLIFrameElement>(null)
  const relay = useRef<HTMLIFrameElement>(null)
  const [phase, setPhase] = useState<'loading' | 'slow' | 'failed' | 'loaded'>('loading')

  useEffect(() => {
    const element = frame.current
    if (!element) return
    host.appSettings.offChainSigning = true
    return connectFrame(
      host,
      element,
      (message, targetOrigin) => postThroughRelay(relay.current, element, message, targetOrigin),
      (communicator) => {
        host.current.communicator = communicator
      },
    )
  }, [host])

  useEffect(() => {
    if (phase === 'loaded' || phase === 'failed') return
    const timer =
      phase === 'loading'
        ? setTimeout(() => setPhase('slow'), SLOW_MS)
        : setTimeout(() => setPhase('failed'), GIVE_UP_MS - SLOW_MS)
    return () => clearTimeout(timer)
  }, [phase])

  if (phase === 'failed') {
    return (
      <section className="frame" aria-label="App">
        <div className="placeholder" role="alert">
          <p>There was an error loading the Safe App. Is {appUrl} right, and does it run?</p>
          <button type="button" onClick={() => store.set({ opened: store.get().opened + 1 })}>
            Try again
          </button>
        </div>
      </section>
    )
  }
  return (
    <section className="frame" aria-label="App">
      {phase !== 'loaded' && (
        <p className="placeholder" role="status">
          {phase === 'slow' ? 'The app is still loading…' : 'Loading the app…'}
        </p>
      )}
      {/* No referrerpolicy and nothing appended to the URL, as in the real host. */}
      <iframe
        ref={frame}
        id={`iframe-${encodeURIComponent(appUrl)}`}
        title={name}
        src={appUrl}
        sandbox={SANDBOX}
        allow={allow}
        hidden={phase !== 'loaded'}
        onLoad={() => {
          // The browser normalises the URL: one without a slash before `?` never counts as loaded.
          if (frame.current && isSameUrl(frame.current.src, appUrl)) setPhase('loaded')
        }}
      />
      {relayed && <iframe ref={relay} title="Relay" src={relayUrl()} hidden />}
    </section>
  )
}

/** The same server under its other host name, which is another origin. */
function relayUrl(): string {
  const other = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  return `http://${other}:${location.port}/relay.html`
}
