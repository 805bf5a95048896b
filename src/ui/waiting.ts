import { useEffect } from 'react'

/** When each wait that the page shows began, in ms as of `performance.now()`. */
const waits = new Map<symbol, number>()
const listeners = new Set<() => void>()

/** Counts as something that the page waits for, for as long as the component is mounted. */
export function useWaiting(): void {
  useEffect(() => {
    const wait = Symbol()
    waits.set(wait, performance.now())
    for (const tell of listeners) tell()
    return () => {
      waits.delete(wait)
      for (const tell of listeners) tell()
    }
  }, [])
}

/** When the longest wait of the page began; null while it waits for nothing. */
export function waitingSince(): number | null {
  return waits.size ? Math.min(...waits.values()) : null
}

export function onWaiting(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
