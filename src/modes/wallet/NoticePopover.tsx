import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Notice } from '#ui/Notice.tsx'
import css from './NoticePopover.module.css'

/** What the wallet layer has to say beside RainbowKit's dialogs, which only ever say RETRY. */
export type WalletNotice = { readonly tone: 'info' | 'warn'; readonly title: string; readonly text: string }

let current: WalletNotice | null = null
const listeners = new Set<() => void>()

/** Shows a notice until the next one, a success, or until the person closes it; null takes it away. */
export function showNotice(notice: WalletNotice | null): void {
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

/** The wallet layer's word on what just went wrong, above RainbowKit's dialogs: only the top layer is higher. */
export function NoticePopover() {
  const notice = useWalletNotice()
  const popover = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice) popover.current?.showPopover?.()
  }, [notice])
  if (!notice) return null
  return (
    <div className={css.popover} popover="manual" ref={popover}>
      <Notice tone={notice.tone} title={notice.title}>
        <p>{notice.text}</p>
      </Notice>
      <button
        type="button"
        className={css.close}
        aria-label="Close this message"
        onClick={() => showNotice(null)}
      >
        ×
      </button>
    </div>
  )
}
