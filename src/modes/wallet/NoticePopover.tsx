import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Notice } from '#ui/Notice.tsx'
import css from './NoticePopover.module.css'

/** A notice shown beside RainbowKit's dialogs, which only ever say RETRY. */
type WalletNotice = { readonly tone: 'info' | 'warn'; readonly title: string; readonly text: string }

let current: WalletNotice | null = null
const listeners = new Set<() => void>()

/** Shows a notice until the next one, a success, or until the person closes it; null removes it. */
export function showNotice(notice: WalletNotice | null): void {
  current = notice
  for (const listener of listeners) listener()
}

function useWalletNotice(): WalletNotice | null {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Explains the latest wallet error above RainbowKit's dialogs, which only the top layer can cover. */
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
