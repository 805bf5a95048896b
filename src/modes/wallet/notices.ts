import { useSyncExternalStore } from 'react'

/** What the wallet layer has to say beside RainbowKit's dialogs, which only ever say RETRY. */
export type WalletNotice = { readonly tone: 'info' | 'warn'; readonly title: string; readonly text: string }

let current: WalletNotice | null = null
const listeners = new Set<() => void>()

/** Shows a notice until the next one, a success, or until the person closes it; null takes it away. */
export function tell(notice: WalletNotice | null): void {
  current = notice
  for (const listener of listeners) listener()
}

export function useWalletNotice(): WalletNotice | null {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
