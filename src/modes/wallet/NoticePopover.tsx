import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createStore } from '#storage/store.ts'
import { Notice } from '#ui/Notice.tsx'
import css from './NoticePopover.module.css'

/** A notice shown beside RainbowKit's dialogs, which only ever say RETRY. */
type WalletNotice = { readonly tone: 'info' | 'warn'; readonly title: string; readonly text: string }

const shown = createStore<WalletNotice | null>(null)

/** Shows a notice until the next one, a success, or until the person closes it; null removes it. */
export const showNotice = shown.set

/** Explains the latest wallet error above RainbowKit's dialogs, which only the top layer can cover. */
export function NoticePopover() {
  const notice = useSyncExternalStore(shown.subscribe, shown.get)
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
