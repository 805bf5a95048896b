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
