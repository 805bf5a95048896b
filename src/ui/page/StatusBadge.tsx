import { Icon } from '../icons/Icon.tsx'
import css from './StatusBadge.module.css'

/** What a status means for the person: final, under way, to be signed, a decision, stop, nothing yet. */
export type Tone = 'good' | 'wait' | 'sign' | 'warn' | 'bad' | 'none'

/** The icon of each tone, so that a status never depends on its colour. */
export const toneIcons = {
  good: 'circle-check',
  wait: 'loader-circle',
  sign: 'pen-line',
  warn: 'triangle-alert',
  bad: 'circle-x',
  none: 'circle-dashed',
} as const

/** A status as words, icon and colour, so that it never depends on only one of them. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`${css.badge} ${css[tone]}`}>
      <Icon name={toneIcons[tone]} size={14} />
      <span>{children}</span>
    </span>
  )
}
