import type { HostStore } from '../state/Host.ts'

/** Notifies the app that its dialog was closed: at once, late, or never, depending on the faults. */
export function answerClosed(store: HostStore, answer: () => void): void {
  const { closeSilent, closeDelay } = store.get().faults
  if (closeSilent) return
  if (closeDelay > 0) setTimeout(answer, closeDelay)
  else answer()
}
