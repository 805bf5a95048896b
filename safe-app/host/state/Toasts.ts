/** A message of the host over the app, as Safe{Wallet} shows it. */
export type Toast = {
  readonly id: number
  readonly tone: 'info' | 'success' | 'error'
  readonly text: string
  /** A later message about the same transaction takes its place; null for others. */
  readonly about: string | null
}

type ToastStore = {
  readonly get: () => { readonly toasts: readonly Toast[] }
  readonly set: (change: { readonly toasts: readonly Toast[] }) => void
}

/** Safe{Wallet} hides a message after this time, unless it is an error. */
const SHOWN_MS = 5_000

let last = 0

/** Shows a message. */
export function show(
  store: ToastStore,
  tone: Toast['tone'],
  text: string,
  about: string | null = null,
): void {
  last += 1
  const toast: Toast = { id: last, tone, text, about }
  const others = store.get().toasts.filter((other) => about === null || other.about !== about)
  store.set({ toasts: [...others, toast] })
  if (tone !== 'error') setTimeout(() => close(store, toast.id), SHOWN_MS)
}

/** Removes a message. */
export function close(store: ToastStore, id: number): void {
  store.set({ toasts: store.get().toasts.filter((toast) => toast.id !== id) })
}
