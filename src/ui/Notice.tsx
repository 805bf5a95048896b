import type { ReactNode } from 'react'
import css from './Notice.module.css'

const icons = { info: 'i', good: '✓', warn: '!', bad: '×' } as const

/** A message in place, with icon, colour and words. `bad` and `warn` are announced at once. */
export function Notice(props: {
  tone: keyof typeof icons
  title?: string | undefined
  children?: ReactNode
  actions?: ReactNode
}) {
  const { tone, title, children, actions } = props
  return (
    <div
      className={`${css.notice} ${css[tone]}`}
      role={tone === 'bad' || tone === 'warn' ? 'alert' : 'status'}
    >
      <span className={css.icon} aria-hidden="true">
        {icons[tone]}
      </span>
      <div className={css.body}>
        {title && <p className={css.title}>{title}</p>}
        {children}
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </div>
  )
}
