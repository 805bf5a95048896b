import { pace } from '#env.ts'

/** Waits `ms`, or longer while the tab is hidden, so that hidden tabs send no requests. */
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
    }, ms / pace)
  })
}
