import css from './Icon.module.css'
import sprite from './icons.svg?url'
import type { IconName } from './names.ts'

/** Up to this side (CSS pixels) an icon gets thicker lines. */
const SMALL = 16

/**
 * An icon in the colour of the text around it, from the one file that all icons share. `size` is its side in CSS
 * pixels. Without a `label` it only decorates the words beside it.
 */
export function Icon({
  name,
  size = 18,
  label,
}: {
  name: IconName
  size?: number
  label?: string | undefined
}) {
  return (
    <svg
      className={size <= SMALL ? `${css.icon} ${css.small}` : css.icon}
      width={size}
      height={size}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
