import type { Tone } from '#domain/shared/StatusText.ts'
import { Icon } from '../icons/Icon.tsx'
import { toneClass, toneIcons } from '../Tone.ts'
import css from './StatusBadge.module.css'

/** A status as words, icon and colour, so that it never depends on only one of them. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`${css.badge} ${toneClass(tone)}`}>
      <Icon name={toneIcons[tone]} size={14} />
      <span>{children}</span>
    </span>
  )
}
