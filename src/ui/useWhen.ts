import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `act` once each time that `is` becomes true, after the page is drawn: for what follows by itself when checks
 * end. It may change the page at once (`flushSync`), which React does not allow inside an effect.
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
