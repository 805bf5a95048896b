import { configure, getConfig } from '@testing-library/react'
import { vi } from 'vitest'

/** How much faster time goes. */
const FACTOR = 30
/** How often it is moved on (ms of the usual time). */
const TICK = 5

/**
 * Lets pauses, polls and deadlines of the page pass quickly. Everything still happens in its order, and what a test
 * waits for may take as long as usual. The client of the nodes keeps the usual time: it holds on to `Date.now`.
 * @returns a function that brings the usual time back
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
    timeout.mockRestore()
    vi.useRealTimers()
    clearInterval(ticker)
    configure({ asyncUtilTimeout })
  }
}
