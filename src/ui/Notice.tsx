import { Fragment, type ReactNode } from 'react'
import type { Tone } from '#domain/shared/StatusText.ts'
import { Icon } from './icons/Icon.tsx'
import css from './Notice.module.css'

const icons = {
  info: 'info',
  good: 'circle-check',
  warn: 'triangle-alert',
  bad: 'circle-x',
} as const

export type NoticeProps = {
  tone: keyof typeof icons
  title?: string | undefined
  children?: ReactNode
  actions?: ReactNode
}

/** A message in place, with icon, colour and words. `bad` and `warn` are announced at once. */
export function Notice(props: NoticeProps) {
  const { tone, title, children, actions } = props
  return (
    <div
      className={`${css.notice} ${toneClass(tone)}`}
      role={tone === 'bad' || tone === 'warn' ? 'alert' : 'status'}
    >
      <Icon name={icons[tone]} size={20} />
      <div className={css.body}>
        {title && <p className={css.title}>{title}</p>}
        {children && <div className={title ? css.text : css.alone}>{children}</div>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}

/** Several messages in one notice, because a screen has at most one. The first gives the colour, the others are lines. */
export function Notices({ of: [first, ...others] }: { of: readonly NoticeProps[] }) {
  if (!first) return null
  const { tone, title, children, actions } = first
  return (
    <Notice tone={tone} title={title} actions={others.length === 0 && actions}>
      {children}
      {others.length > 0 && actions}
      {others.map((other) => (
        <Fragment key={other.title}>
          <p className={css.title}>{other.title}</p>
          {other.children}
          {other.actions}
        </Fragment>
      ))}
    </Notice>
  )
}

/** The icon of each tone, so that a status never depends on its colour. */
export const toneIcons = {
  good: 'circle-check',
  wait: 'loader-circle',
  sign: 'pen-line',
  warn: 'triangle-alert',
  bad: 'circle-x',
  none: 'circle-dashed',
} as const

/** The class that gives an element the colours of a tone, as `--soft` and `--strong`. */
export function toneClass(tone: Tone | 'info'): string {
  return css[tone] ?? ''
}
