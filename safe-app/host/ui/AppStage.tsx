import { useEffect, useState } from 'react'
import type { AppRecord } from '../app/AppRecord.ts'
import { rememberOpened } from '../app/openedApps.ts'
import { allowAttribute, undecidedFeatures } from '../app/Permissions.ts'
import { resolveApp } from '../app/resolveApp.ts'
import { AppFrame } from './AppFrame.tsx'
import { FeatureReview } from './FeatureReview.tsx'
import { useHost, useHostState } from './HostContext.tsx'
import { StartPage } from './StartPage.tsx'

/** Reads the app's record, asks for its browser features, then opens its frame. */
export function AppStage() {
  const { config, store } = useHost()
  const appUrl = useHostState((state) => state.settings.appUrl)
  const listed = useHostState((state) => state.settings.listed)
  const opened = useHostState((state) => state.opened)
  const safe = useHostState((state) => state.safe)
  const error = useHostState((state) => state.serviceError)
  const [app, setApp] = useState<AppRecord | null>(null)
  const [, setDecided] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: reopening the app reads the manifest again
  useEffect(() => {
    let stale = false
    setApp(null)
    if (appUrl === null) return
    void resolveApp(config, store.get().settings, appUrl).then((record) => {
      if (stale) return
      store.set({ app: record })
      rememberOpened({ url: appUrl, name: record.name })
      setApp(record)
    })
    return () => {
      stale = true
    }
  }, [appUrl, listed, opened, config, store])

  if (appUrl === null) return <StartPage />
  if (!safe) {
    return (
      <section className="frame" aria-label="App">
        <p className="placeholder" role={error ? 'alert' : 'status'}>
          {error ? `The transaction service does not answer: ${error}` : 'Loading the Safe…'}
        </p>
      </section>
    )
  }
  if (!app) return <section className="frame" aria-label="App" />
  const origin = URL.canParse(appUrl) ? new URL(appUrl).origin : ''
  const undecided = undecidedFeatures(origin, app.permissions)
  if (undecided.length > 0) {
    return (
      <section className="frame" aria-label="App">
        <FeatureReview
          name={app.name}
          origin={origin}
          features={undecided}
          onDecided={() => setDecided((n) => n + 1)}
        />
      </section>
    )
  }
  return (
    <AppFrame key={`${appUrl} ${opened}`} appUrl={appUrl} allow={allowAttribute(origin, app.permissions)} />
  )
}
