/** Texts and controls that a bar lies over, where the page cannot be scrolled any further. Runs in the page. */
export function covered(): string[] {
  const root = document.getElementById('root') ?? document.body
  // A dialog is answered before anything else.
  const bars = [...root.querySelectorAll(':not(dialog)')].filter((element) =>
    /fixed|sticky/.test(getComputedStyle(element).position),
  )
  const before = scrollY
  const found = new Set<string>()
  for (const edge of [0, document.documentElement.scrollHeight]) {
    scrollTo({ top: edge, behavior: 'instant' })
    for (const element of root.querySelectorAll('main *, footer *')) {
      const isControl = element.matches('button, input, select, textarea, a')
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!isControl && !hasText) continue
      const { left, top, width, height } = element.getBoundingClientRect()
      if (width * height === 0 || !element.checkVisibility()) continue
      const [x, y] = [left + width / 2, top + height / 2]
      const above = document.elementFromPoint(x, y)
      const bar = bars.find((one) => !one.contains(element) && one.contains(above))
      // A person has opened the popover, and closes it again.
      if (!bar || above?.closest(':popover-open')) continue
      // It comes into sight when the page is scrolled the other way.
      const isReachable = edge === 0 ? y > innerHeight / 2 : y < innerHeight / 2
      if (!isReachable) found.add(`${bar.tagName}: ${element.textContent?.trim().slice(0, 40)}`)
    }
  }
  scrollTo({ top: before, behavior: 'instant' })
  return [...found]
}
