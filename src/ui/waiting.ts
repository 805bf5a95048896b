import { useEffect } from 'react'
import { createStore } from '#storage/store.ts'

/** The waits that the page shows, the longest first. `since` is in ms as of `performance.now()`. */
const waits = createStore<readonly { readonly since: number }[]>([])

/** Counts as something that the page waits for, for as long as the component is mounted. */
export function useWaiting(): void {
  useEffect(() => {
    const wait = { since: performance.now() }
    waits.set([...waits.get(), wait])
    return () => waits.set(waits.get().filter((other) => other !== wait))
  }, [])
}

/** When the longest wait of the page began; null while it waits for nothing. */
export function waitingSince(): number | null {
  return waits.get()[0]?.since ?? null
}

export const onWaiting = waits.subscribe
