import type { ReactNode } from 'react'
import type { Tone } from '#domain/shared/StatusText.ts'
import { Icon } from '../icons/Icon.tsx'
import { toneClass, toneIcons } from '../Notice.tsx'
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

/**
 * The first thing on a page about one payment, request, proposal or proof: its status in a word, one sentence
 * about the money, and the next action.
 */
export function StatusBanner(props: {
  tone: Tone
  status: string
  children?: ReactNode
  action?: ReactNode
}) {
  const { tone, status, children, action } = props
  return (
    <div className={`${css.banner} ${toneClass(tone)}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <span className={`layout-disc ${css.disc}`}>
        <Icon name={toneIcons[tone]} size={24} />
      </span>
      <div>
        <p className={css.status}>{status}</p>
        {children && <div className="text-wrap">{children}</div>}
      </div>
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
