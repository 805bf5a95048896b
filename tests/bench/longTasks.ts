import type { Frame, Page } from 'playwright'

/** How long (ms) a page is watched after it opens. Its answers arrive within that time. */
export const SETTLE = 3_000

/** Notes the longest task (ms) of each document of the page that is opened from now on. */
export async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript('globalThis.__name = (value) => value')
  await page.addInitScript(() => {
    const longest = { ms: 0 }
    Object.assign(globalThis, { longest })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration)
    }).observe({ type: 'longtask', buffered: true })
  })
}

/** The longest task (ms) of a document since it was last asked for, 0 for none over 50 ms. */
export function longestTask(document: Page | Frame): Promise<number> {
  return document.evaluate(() => {
    const { longest } = globalThis as unknown as { longest: { ms: number } }
    const { ms } = longest
    longest.ms = 0
    return ms
  })
}

/** Presses a link of the navigation by script: looking for a role in a large page would be a long task, too. */
export async function press(document: Page | Frame, name: string): Promise<void> {
  await document.evaluate((wanted) => {
    const links = globalThis.document.querySelectorAll<HTMLElement>('nav a')
    const link = [...links].find(({ textContent }) => textContent.trim() === wanted)
    if (link === undefined) throw new Error(`There is no link ${wanted}`)
    link.click()
  }, name)
}
