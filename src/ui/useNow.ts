import { useEffect, useState } from 'react'

/** How often (ms) the clock is read: an item with a due day may expire while it is on the screen. */
const TICK = 30_000

/** The time (ms since the epoch), read outside of rendering, so that rendering stays pure. */
export function useNow(): number {
  const [now, set] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => set(Date.now()), TICK)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Sets the title of the tab and of the browser history entry until the page is left. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
