import { type ReactNode, useId, useRef } from 'react'
import { buttonClass } from '../Button.tsx'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/names.ts'
import css from './Disclosure.module.css'

/** Content behind one line, which is closed at first unless `isOpen`. */
export function Disclosure(props: {
  summary: ReactNode
  children: ReactNode
  isOpen?: boolean
  onToggle?: (isOpen: boolean) => void
}) {
  const { summary, children, isOpen = false, onToggle } = props
  return (
    <details className={css.more} open={isOpen} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron-right" size={16} />
        {summary}
      </summary>
      <div className={css.body}>{children}</div>
    </details>
  )
}

/**
 * A button that opens its popover, below its end. The browser's own popover closes it on Escape and on a press
 * elsewhere, and returns the focus; a link in it closes it, too.
 */
export function Popover(props: { icon: IconName; label: string; children: ReactNode }) {
  const { icon, label, children } = props
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const place = (panel: HTMLElement) => {
    const rect = opener.current?.getBoundingClientRect()
    if (!rect) return
    panel.style.top = `${rect.bottom + window.scrollY + 4}px`
    panel.style.setProperty('--end', `${document.documentElement.clientWidth - rect.right}px`)
  }
  return (
    <>
      <button
        type="button"
        className={buttonClass({ ghost: true, size: 'small' })}
        ref={opener}
        popoverTarget={id}
      >
        <Icon name={icon} size={16} />
        {label}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key that follows a link makes a click */}
      <div
        className={`layout-float layout-menu ${css.panel}`}
        id={id}
        popover="auto"
        onBeforeToggle={(event) => place(event.currentTarget)}
        onClick={({ target, currentTarget }) => {
          if (target instanceof Element && target.closest('a')) currentTarget.hidePopover()
        }}
      >
        {children}
      </div>
    </>
  )
}
