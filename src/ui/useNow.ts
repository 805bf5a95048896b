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
