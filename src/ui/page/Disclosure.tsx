import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import css from './Disclosure.module.css'

/** Content that nobody needs for a decision, behind one line. */
export function Disclosure(props: { summary: ReactNode; children: ReactNode; onOpen?: () => void }) {
  const { summary, children, onOpen } = props
  return (
    <details className={css.more} onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary>
        <Icon name="chevron-right" size={16} />
        {summary}
      </summary>
      <div className={css.body}>{children}</div>
    </details>
  )
}
