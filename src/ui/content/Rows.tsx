import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Tone } from '#domain/shared/StatusText.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/names.ts'
import { toneClass } from '../Notice.tsx'
import css from './Rows.module.css'

/** A list that reaches the edges of its card, one row for each thing. */
export function Rows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={css.rows} aria-label={label}>
      {children}
    </ul>
  )
}

type RowProps = {
  /** A round icon or a face. */
  mark: ReactNode
  title: ReactNode
  sub?: ReactNode
  /** A status, between the title and the amount. */
  status?: ReactNode
  /** At the end of the row: an amount or an action. */
  end?: ReactNode
  /** The link of the whole row. */
  href?: string | null | undefined
  tone?: 'conflict' | undefined
  /** Shows and hides what is below the row. */
  toggle?: { readonly isOpen: boolean; readonly onToggle: () => void }
}

/** The content of one row, as a link if it has one. */
export function Row(props: RowProps) {
  const { mark, title, sub, status, end, href, tone, toggle } = props
  const content = (
    <>
      {mark}
      <span className={css.main}>
        <span className={css.title}>
          {title}
          {toggle && <Icon name="chevron-right" size={16} />}
        </span>
        {sub && <span className={css.sub}>{sub}</span>}
      </span>
      {status && <span className={css.status}>{status}</span>}
      {end && <span className={css.end}>{end}</span>}
    </>
  )
  const look = [css.row, (toggle || href) && 'layout-press', !status && css.short, tone && css[tone]]
    .filter(Boolean)
    .join(' ')
  if (toggle)
    return (
      <button type="button" className={look} aria-expanded={toggle.isOpen} onClick={toggle.onToggle}>
        {content}
      </button>
    )
  return href ? (
    <Link className={look} href={href}>
      {content}
    </Link>
  ) : (
    <div className={look}>{content}</div>
  )
}

/** The round icon at the start of a row. */
export function Disc({ icon, tone = 'none' }: { icon: IconName; tone?: Tone }) {
  return (
    <span className={`layout-disc ${toneClass(tone)}`} aria-hidden="true">
      <Icon name={icon} />
    </span>
  )
}
