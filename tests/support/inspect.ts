import { expect, type Frame, type Page } from 'playwright/test'
import { forbiddenWords } from '#tests/lint/words.ts'
import { violations } from './axe.ts'
import { bareTexts } from './bareTexts.ts'
import { covered } from './covered.ts'
import { someOf } from './deep.ts'
import { sameNames } from './sameNames.ts'

/**
 * Checks the page as it is, at phone and desktop size and in both themes: no sideways scrolling, also with letters
 * twice as large, no accessibility violation, no text without an element of its own, no two
 * buttons of one name, nothing that a bar covers, and no word that the portal does not say. Themes differ in colours
 * only, so the light theme gets only the colour rules, on the same page. Reaching each state a second time took as
 * long again. `npm test` checks the phone in the dark theme, where most faults occur.
 */
export async function inspect(
  page: Page,
  what: string,
  shown: () => Promise<Page | Frame> = async () => page,
): Promise<void> {
  for (const width of someOf([360, 1280], 1)) {
    await page.setViewportSize({ width, height: 900 })
    const target = await shown()
    expect(await overflow(target), `${what} at ${width} px: px to scroll sideways`).toBe(0)
    expect(await target.evaluate(covered), `${what} at ${width} px: covered by a bar`).toEqual([])
    if (width === 360) {
      const text = await target.locator('#root').innerText()
      const isTechnical = /#\/settings\b/.test(target.url())
      expect(await target.evaluate(bareTexts), `${what}: texts without an element`).toEqual([])
      expect(await target.evaluate(sameNames), `${what}: names of two buttons`).toEqual([])
      expect(forbiddenWords(text, isTechnical), `${what}: words`).toEqual([])
      expect(await violations(target), `${what} at ${width} px`).toEqual([])
      await page.setViewportSize({ width: 320, height: 900 })
      const small = await shown()
      await setTextSize(small, '200%')
      await expect
        .poll(() => overflow(small), `${what} at 320 px with large letters: px to scroll sideways`)
        .toBe(0)
      await setTextSize(small, '')
    } else {
      const theme = await setTheme(target, 'light')
      expect(await violations(target, true), `${what} at ${width} px, in the light theme`).toEqual([])
      await setTheme(target, theme)
      await setTextSize(target, '200%')
      expect(await overflow(target), `${what} with large letters: px to scroll sideways`).toBe(0)
      await setTextSize(target, '')
    }
  }
  // The test continues at desktop size.
  await page.setViewportSize({ width: 1280, height: 900 })
}

function overflow(target: Page | Frame): Promise<number> {
  return target.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Sets the size of letters like a browser's settings do. */
async function setTextSize(target: Page | Frame, size: string): Promise<void> {
  await target.evaluate((chosen) => {
    document.documentElement.style.fontSize = chosen
  }, size)
}

/** Sets the page's theme like the portal does (`src/boot/boot.ts`); returns the previous one. */
async function setTheme(target: Page | Frame, theme: string): Promise<string> {
  return target.evaluate((chosen) => {
    const { dataset } = document.documentElement
    const before = dataset.theme ?? ''
    dataset.theme = chosen
    return before
  }, theme)
}
