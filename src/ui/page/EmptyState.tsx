import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/names.ts'
import { toneClass } from '../Notice.tsx'
import css from './EmptyState.module.css'

/** A list without entries: one sentence and, if there is one, the action that fills it. */
export function EmptyState(props: { icon: IconName; title: string; text?: string; children?: ReactNode }) {
  const { icon, title, text, children } = props
  return (
    <div className={css.empty}>
      <span className={`layout-disc ${toneClass('none')} ${css.disc}`}>
        <Icon name={icon} size={24} />
      </span>
      <p className={css.title}>{title}</p>
      {text && <p className={css.text}>{text}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  )
}
