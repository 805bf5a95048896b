import { useEffect, useRef } from 'react'
import { Notice } from '#ui/Notice.tsx'
import css from './NoticePopover.module.css'
import { tell, useWalletNotice } from './notices.ts'

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
      <button type="button" className={css.close} aria-label="Close this message" onClick={() => tell(null)}>
        ×
      </button>
    </div>
  )
}
