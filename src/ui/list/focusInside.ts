/** Brings a line into sight and gives the focus to what is wrong in it, else to its first control. */
export function focusInside(line: Element): void {
  const control =
    line.querySelector<HTMLElement>('[aria-invalid]') ??
    line.querySelector<HTMLElement>('input, select, button, a[href]')
  line.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
