import { useEffect, useEffectEvent, useState } from 'react'

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

/**
 * Calls `act` each time `is` becomes true, after the page is drawn, such as when checks have ended. `act` may change the
 * page immediately (`flushSync`), which React does not allow inside an effect.
 */
export function useWhen(is: boolean, act: () => void): void {
  const run = useEffectEvent(act)
  useEffect(() => {
    if (!is) return
    let isGone = false
    queueMicrotask(() => {
      if (!isGone) run()
    })
    return () => {
      isGone = true
    }
  }, [is])
}
