import type { ReactNode } from 'react'
import type { Tone } from '#domain/shared/StatusText.ts'
import { Icon } from '../icons/Icon.tsx'
import { toneClass, toneIcons } from '../Notice.tsx'
import css from './CheckList.module.css'

/** The results of checks, one per line. `isQuiet` if other parts of the page matter more. */
export function CheckList(props: { label?: string; isQuiet?: boolean; children: ReactNode }) {
  const { label, isQuiet, children } = props
  return (
    <ul className={isQuiet ? `${css.checks} text-muted` : css.checks} aria-label={label}>
      {children}
    </ul>
  )
}

/** Lighter than the icons of a status, because there are many below each other. */
const icons = { ...toneIcons, good: 'check', sign: 'check', none: 'minus' } as const

/**
 * The result of one check: an icon, one sentence, and below it what the check covers.
 * @param props.word the result for screen readers, if the sentence does not say it
 */
export function Check(props: { tone: Tone; word?: string; children: ReactNode; more?: ReactNode }) {
  const { tone, word, children, more } = props
  return (
    <li className={`${css.check} ${toneClass(tone)} ${tone === 'bad' ? css.bad : ''}`}>
      <Icon name={icons[tone]} size={16} label={word} />
      <div>
        {children}
        {more && <small>{more}</small>}
      </div>
    </li>
  )
}
