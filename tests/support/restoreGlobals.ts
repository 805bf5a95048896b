import { afterAll, vi } from 'vitest'

// The files of a worker share its globals. A `window` that one of them left behind made api-kit look for `fetch` there,
// in whichever file came next.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
