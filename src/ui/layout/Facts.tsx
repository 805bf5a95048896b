import type { ReactNode } from 'react'
import css from './Facts.module.css'

/** Facts about one thing: a definition list, with one `div` around each `dt` and its `dd`, as `NamedFact` has it. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>
}

/** A fact with its name. */
export function NamedFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
