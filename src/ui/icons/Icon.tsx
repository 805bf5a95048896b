import css from './Icon.module.css'
import sprite from './icons.svg?url'
import { type IconName, tokenLogos } from './names.ts'
import tokenCss from './TokenLogo.module.css'

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

/**
 * A token's logo in a circle, beside its symbol in words. `size` is its side in CSS pixels. A token without a
 * logo here gets its first letter: anybody can call a token anything, and its own picture could be that of
 * another.
 */
export function TokenLogo({ symbol, size = 32 }: { symbol: string; size?: number }) {
  if (tokenLogos.some((known) => known === symbol)) {
    return (
      <svg className={tokenCss.token} width={size} height={size} aria-hidden="true">
        <use href={`${sprite}#token-${symbol}`} />
      </svg>
    )
  }
  return (
    <svg
      className={`${tokenCss.token} ${tokenCss.unknown}`}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <text x="12" y="16" fontSize="11">
        {firstLetter(symbol)}
      </text>
    </svg>
  )
}

/** The first letter or digit; a question mark for a symbol without any. */
function firstLetter(symbol: string): string {
  return /[\p{L}\p{N}]/u.exec(symbol)?.[0].toUpperCase() ?? '?'
}

/** The portal's mark, drawn in place so that the first paint waits for no file. The same picture as logo.svg. */
export function Logo({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      <rect width="64" height="64" rx="16" fill="#3898ff" />
      <g fill="none" stroke="#041222" strokeWidth="6" strokeLinecap="round">
        <path d="M20 50V26a12 12 0 0 1 24 0v24M32 42v8" />
      </g>
      <circle cx="32" cy="36" r="6" fill="#041222" />
    </svg>
  )
}
