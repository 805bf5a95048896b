import type { ReactNode } from 'react'
import type { Tone } from '#domain/shared/StatusText.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/names.ts'
import { toneClass } from '../Notice.tsx'
import css from './Timeline.module.css'

/** Past, current and future events, in order. */
export function Timeline({ children }: { children: ReactNode }) {
  return <ol className={css.steps}>{children}</ol>
}

/** One moment of a timeline. `isLater` if it is in the future. */
export function TimelineItem(props: {
  tone: Tone
  icon: IconName
  title: string
  isLater?: boolean
  children?: ReactNode
}) {
  const { tone, icon, title, isLater, children } = props
  return (
    <li className={`${toneClass(tone)} ${isLater ? css.later : ''}`}>
      <span className="layout-disc">
        <Icon name={icon} size={14} />
      </span>
      <div>
        <strong>{title}</strong>
        {children && <p className="text-fine text-wrap">{children}</p>}
      </div>
    </li>
  )
}
