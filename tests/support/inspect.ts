import { expect, type Frame, type Page } from 'playwright/test'
import { violations } from './axe.ts'

/**
 * The page as it stands, on a phone and on a desk, in both themes: nothing to scroll sideways, no accessibility
 * violation. A theme is other colours and nothing else, so the light one is read for those alone, on the page that is
 * there already: to come to each state once more took as long again.
 */
export async function inspect(
  page: Page,
  what: string,
  shown: () => Promise<Page | Frame> = async () => page,
): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const target = await shown()
    const overflow = await target.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${what} at ${width} px: px to scroll sideways`).toBe(0)
    if (width === 360) {
      expect(await violations(target), `${what} at ${width} px`).toEqual([])
    } else {
      const theme = await setTheme(target, 'light')
      expect(await violations(target, true), `${what} at ${width} px, in the light theme`).toEqual([])
      await setTheme(target, theme)
    }
  }
}

/** Shows the page in another theme, as the portal does it (`src/boot/theme.ts`); the one that was there. */
async function setTheme(target: Page | Frame, theme: string): Promise<string> {
  return target.evaluate((chosen) => {
    const { dataset } = document.documentElement
    const before = dataset.theme ?? ''
    dataset.theme = chosen
    return before
  }, theme)
}
