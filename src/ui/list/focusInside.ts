/** Scrolls to a line and focuses its first error, or else its first control. */
export function focusInside(line: Element): void {
  const control =
    line.querySelector<HTMLElement>('[aria-invalid]') ??
    line.querySelector<HTMLElement>('input, select, button, a[href]')
  line.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
