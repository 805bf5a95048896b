import { cleanup, configure, getConfig } from '@testing-library/react'
import { vi } from 'vitest'

/** How much faster time goes. */
const FACTOR = 30
/** How often it is moved on (ms of the usual time). */
const TICK = 5
/** How often a timer may set another one when the usual time comes back. */
const MOST_ROUNDS = 100

/**
 * Lets pauses, polls and deadlines of the page pass quickly. Everything still happens in its order, and an event that
 * a test waits for may take as long as usual. The client of the nodes keeps the usual time: it holds on to
 * `Date.now`.
 * @returns a function that takes the page away and brings the usual time back; a second call does nothing
 */
export function startFastTime(): () => void {
  const { asyncUtilTimeout } = getConfig()
  configure({ asyncUtilTimeout: asyncUtilTimeout * FACTOR })
  const ticker = setInterval(() => vi.advanceTimersByTime(FACTOR * TICK), TICK)
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController()
    setTimeout(() => late.abort(new DOMException('Too late', 'TimeoutError')), ms)
    return late.signal
  })
  return () => {
    if (!vi.isFakeTimers()) return
    timeout.mockRestore()
    // The client of the nodes outlives the test, and would wait for ever for a timer that died with this clock. A
    // timer may set the next one, but without a page their number is limited.
    cleanup()
    for (let round = 0; round < MOST_ROUNDS && vi.getTimerCount() > 0; round += 1) vi.runOnlyPendingTimers()
    const lost = vi.getTimerCount()
    vi.useRealTimers()
    clearInterval(ticker)
    configure({ asyncUtilTimeout })
    if (lost > 0) throw new Error(`${lost} timers never end`)
  }
}
