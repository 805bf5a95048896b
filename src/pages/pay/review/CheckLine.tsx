import type { ReactNode } from 'react'
import type { Tone } from '#domain/shared/StatusText.ts'
import { Icon } from '#ui/icons/Icon.tsx'
import { toneClass, toneIcons } from '#ui/Tone.ts'
import css from './CheckLine.module.css'

/** The result of one check: an icon, one sentence, and below it what the check covers. */
export function CheckLine({ tone, children, more }: { tone: Tone; children: ReactNode; more?: ReactNode }) {
  return (
    <li className={`${css.line} ${toneClass(tone)}`}>
      <Icon name={tone === 'good' ? 'check' : toneIcons[tone]} size={16} />
      <span>
        {children}
        {more && <small>{more}</small>}
      </span>
    </li>
  )
}
