import type { ReactNode } from 'react'
import css from './Actions.module.css'

/** A row of buttons or links that wraps on narrow screens. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}
