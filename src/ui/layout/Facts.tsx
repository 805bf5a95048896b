import type { ReactNode } from 'react'
import css from './Facts.module.css'

/** Facts about one thing: a definition list, with one `div` around each `dt` and its `dd`. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>
}
