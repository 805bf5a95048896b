import { useEffect, useEffectEvent } from 'react'

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
