/** How long (ms) after its failures in a row a read is made again: 1 s, doubled each time, 30 s at the most. */
export function retryDelay(failures: number): number {
  return Math.min(1_000 * 2 ** (failures - 1), 30_000)
}

/** The part of a query that tells how it goes; `errorUpdatedAt` in ms since the epoch. */
type Going = { readonly state: { readonly status: string; readonly errorUpdatedAt: number } }

/** Failures in a row of a query; `at` tells one failure from the next. */
const failing = new WeakMap<object, { readonly at: number; readonly times: number }>()

/**
 * A `refetchInterval`: every `interval` ms while all is well, sooner and then ever later while a read fails, so that
 * a short fault heals by itself and a long one is not hammered.
 */
export function polling(interval: number) {
  return (query: Going): number => {
    const { status, errorUpdatedAt: at } = query.state
    if (status !== 'error') {
      failing.delete(query)
      return interval
    }
    const before = failing.get(query)
    const times = before ? before.times + (before.at === at ? 0 : 1) : 1
    failing.set(query, { at, times })
    return retryDelay(times)
  }
}

/** Waits `ms`, and on while nobody looks: a hidden tab asks nothing. */
export function visiblePause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', wake)
      resolve()
    }
    setTimeout(() => {
      document.addEventListener('visibilitychange', wake)
      wake()
    }, ms)
  })
}
