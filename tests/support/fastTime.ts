import { vi } from 'vitest'

/** How much faster time goes. */
const FACTOR = 40

/**
 * Lets pauses of the page pass quickly. Everything is still asked in its order.
 * @returns a function that brings the usual time back
 */
export function startFastTime(): () => void {
  const ticker = setInterval(() => vi.advanceTimersByTime(FACTOR * 5), 5)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  return () => {
    clearInterval(ticker)
    vi.useRealTimers()
  }
}
