import type { ButtonHTMLAttributes } from 'react'

/** The standard button; `primary` for the main action of a screen. */
export function Button(props: { primary?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  const { primary, className, ...rest } = props
  const classes = ['button', primary && 'button-primary', className].filter(Boolean).join(' ')
  return <button type="button" {...rest} className={classes} />
}
