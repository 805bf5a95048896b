import type { Tone } from '#domain/shared/StatusText.ts'
import css from './Tone.module.css'

/** The icon of each tone, so that a status never depends on its colour. */
export const toneIcons = {
  good: 'circle-check',
  wait: 'loader-circle',
  sign: 'pen-line',
  warn: 'triangle-alert',
  bad: 'circle-x',
  none: 'circle-dashed',
} as const

/** The class that gives an element the colours of a tone, as `--soft` and `--strong`. */
export function toneClass(tone: Tone | 'info'): string {
  return css[tone] ?? ''
}
