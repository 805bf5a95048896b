import css from './StatusText.module.css'

const icons = { good: '✓', wait: '…', warn: '!', bad: '×', none: '–' } as const

/** A status as words, icon and colour, so that it never depends on only one of them. */
export function StatusText({ tone, children }: { tone: keyof typeof icons; children: string }) {
  return (
    <span className={`${css.status} ${css[tone]}`}>
      <span aria-hidden="true">{icons[tone]}</span>
      <span>{children}</span>
    </span>
  )
}
