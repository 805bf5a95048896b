import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from '../icons/Icon.tsx'
import css from './BackLink.module.css'

/** The way up, above the heading of a page that is not in the navigation. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link className={css.back} href={href}>
      <Icon name="chevron-left" size={16} />
      {children}
    </Link>
  )
}

/** The heading of a page that is not in the navigation, below the way up: its path and its name. */
export function SubpageHeading(props: { up: readonly [href: string, name: string]; children: ReactNode }) {
  const [href, name] = props.up
  return (
    <div>
      <BackLink href={href}>{name}</BackLink>
      <h1>{props.children}</h1>
    </div>
  )
}

/** The way back to a step of the same page, above its heading. */
export function BackButton(props: { isDisabled: boolean; onBack: () => void }) {
  return (
    <button type="button" className={css.back} disabled={props.isDisabled} onClick={props.onBack}>
      <Icon name="chevron-left" size={16} /> Back
    </button>
  )
}
