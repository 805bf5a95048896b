import type { ButtonHTMLAttributes } from 'react'

/** A button of the house; `primary` for the one action that a screen is about. */
export function Button(props: { primary?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  const { primary, className, ...rest } = props
  const classes = ['button', primary && 'button-primary', className].filter(Boolean).join(' ')
  return <button type="button" {...rest} className={classes} />
}
