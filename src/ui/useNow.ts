import { useEffect, useState } from 'react'

/** How often (ms) the clock is looked at: what has a last day may end while it is on the screen. */
const TICK = 30_000

/** The time (ms since the epoch), read outside of rendering, so that drawing again changes nothing. */
export function useNow(): number {
  const [now, set] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => set(Date.now()), TICK)
    return () => clearInterval(timer)
  }, [])
  return now
}
