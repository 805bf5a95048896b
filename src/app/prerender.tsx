import { renderToString } from 'react-dom/server'
import { Portal } from './Portal.tsx'

/** The HTML of the first paint, the same for every visitor and every URL. Runs in the build. */
export function prerender(): string {
  const page = {
    storage: {
      getItem: () => null,
      setItem: () => {},
      removeItem: () => {},
      keeping: () => 'browser' as const,
      subscribe: () => () => {},
    },
    theme: { current: () => 'dark' as const, apply: () => {}, subscribe: () => () => {} },
    handshake: [],
  }
  return renderToString(<Portal page={page} />)
}
