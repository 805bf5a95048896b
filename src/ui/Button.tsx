import type { ComponentProps, ReactNode } from 'react'
import css from './Button.module.css'

type Look = {
  /** The one main action of a page. */
  primary?: boolean
  /** Without a surface, for actions beside the content. */
  ghost?: boolean
  size?: 'small' | 'large'
}

/** The class of a link that looks like a button. */
export function buttonClass({ primary, ghost, size }: Look = {}): string {
  return ['button', primary && 'button-primary', ghost && 'button-ghost', size && `button-${size}`]
    .filter(Boolean)
    .join(' ')
}

/** The standard button. */
export function Button(props: Look & ComponentProps<'button'>) {
  const { primary, ghost, size, className, ...rest } = props
  const look = buttonClass({ ...(primary && { primary }), ...(ghost && { ghost }), ...(size && { size }) })
  return <button type="button" {...rest} className={className ? `${look} ${className}` : look} />
}

/** A row of buttons or links that wraps on narrow screens. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}
