import type { ReactNode } from 'react'
import { Link } from 'wouter'
import css from './Tabs.module.css'

/** The parts of one page, each with its own address. */
export function Tabs(props: {
  label: string
  tabs: readonly {
    readonly href: string
    readonly label: string
    readonly count?: number | string | undefined
  }[]
  current: string
  /** Beside the tabs. */
  children?: ReactNode
}) {
  return (
    <div className={`layout-between ${css.bar}`}>
      <nav className={css.tabs} aria-label={props.label}>
        {props.tabs.map(({ href, label, count }) => (
          <Link key={href} href={href} aria-current={href === props.current ? 'page' : undefined}>
            {label}
            {count ? <span className={css.count}>{count}</span> : null}
          </Link>
        ))}
      </nav>
      {props.children && <div className={css.tools}>{props.children}</div>}
    </div>
  )
}

/** Choices of what a list shows, above it in its card. The chosen one is pressed. */
export function FilterTabs<Id extends string>(props: {
  label: string
  tabs: readonly { readonly id: Id; readonly label: string; readonly count: number }[]
  current: Id
  onChoose: (id: Id) => void
  /** Beside the choices. */
  children?: ReactNode
}) {
  return (
    <div className={`layout-between ${css.bar}`}>
      <fieldset className={css.tabs} aria-label={props.label}>
        {props.tabs.map(({ id, label, count }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === props.current}
            onClick={() => props.onChoose(id)}
          >
            {label}
            {count > 0 && <span className={css.count}>{count}</span>}
          </button>
        ))}
      </fieldset>
      {props.children}
    </div>
  )
}
