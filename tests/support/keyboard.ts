import { expect, type Page } from 'playwright/test'

/** The name of the focused element, and whether it or the control around it has a focus ring of at least 2 px. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement
    if (!active || active === document.body || active.localName === 'sandbox-wallet') return null
    const name =
      active.getAttribute('aria-label') ??
      (active instanceof HTMLInputElement ||
      active instanceof HTMLSelectElement ||
      active instanceof HTMLTextAreaElement
        ? active.labels?.[0]?.textContent
        : active.textContent)
    const ring = [active, active.parentElement ?? active].some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    return { name: name?.trim() ?? '', ring }
  })

/** Presses Tab until `name` has the focus; every stop on the way must show its focus ring. */
export async function tabTo(page: Page, name: string | RegExp): Promise<string[]> {
  const passed: string[] = []
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    const stop = await focused(page)
    // Between the end and the start of the page, the focus is in the browser's controls and extensions.
    if (stop === null) continue
    passed.push(stop.name)
    expect(stop.ring, `the ring of the last of ${passed.join(', ')}`).toBe(true)
    if (typeof name === 'string' ? stop.name === name : name.test(stop.name)) return passed
  }
  throw new Error(`Tab never reached ${name}: ${passed.join(', ')}`)
}
