import { renderToString } from 'react-dom/server'
import { Welcome } from '#pages/overview/OverviewPage.tsx'
import { Portal } from './Portal.tsx'

/** The HTML of the first paint, the same for every visitor and every URL. Runs in the build. */
export async function prerender(): Promise<string> {
  await Welcome.load()
  const page = {
    storage: {
      getItem: () => null,
      setItem: () => {},
      removeItem: () => {},
      keeping: () => 'browser' as const,
      subscribe: () => () => {},
    },
    theme: {
      choice: () => 'system' as const,
      shown: () => 'dark' as const,
      choose: () => {},
      follow: () => {},
      subscribe: () => () => {},
    },
    handshake: [],
  }
  return renderToString(<Portal page={page} />)
}
