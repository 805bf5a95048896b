import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'

/** A link that leaves the portal: in its own tab, which can neither reach this one nor read its address. */
export function ExternalLink(props: {
  href: string
  className?: string | undefined
  'aria-label'?: string
  /** Shows an icon at its end, because it leaves the portal; for links that look like buttons. */
  icon?: boolean
  /** Called on a press, before the link opens. */
  onClick?: () => void
  children: ReactNode
}) {
  const { icon, children, ...link } = props
  return (
    <a {...link} target="_blank" rel="noopener noreferrer">
      {children}
      {icon && <Icon name="external-link" size={16} />}
    </a>
  )
}
