import sprite from './icons.svg?url'
import { tokenLogos } from './names.ts'
import css from './TokenLogo.module.css'

/**
 * A token's logo in a circle, beside its symbol in words. `size` is its side in CSS pixels. A token without a
 * logo here gets its first letter: anybody can call a token anything, and its own picture could be that of
 * another.
 */
export function TokenLogo({ symbol, size = 32 }: { symbol: string; size?: number }) {
  if (tokenLogos.some((known) => known === symbol)) {
    return (
      <svg className={css.token} width={size} height={size} aria-hidden="true">
        <use href={`${sprite}#token-${symbol}`} />
      </svg>
    )
  }
  return (
    <svg
      className={`${css.token} ${css.unknown}`}
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
