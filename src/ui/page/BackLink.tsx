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
