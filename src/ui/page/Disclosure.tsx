import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
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
