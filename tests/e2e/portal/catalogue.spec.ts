import { serveCatalogue } from '#tests/catalogue/serveCatalogue.ts'
import { violations } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/worlds.ts'

for (const theme of ['dark', 'light'] as const) {
  test(`behavior: every component is accessible and fits a phone, ${theme}`, async ({ page }, info) => {
    const catalogue = await serveCatalogue()
    try {
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${catalogue.url}?theme=${theme}`)
        await expect(page.getByRole('heading', { name: 'Icons' })).toBeVisible()
        expect(await violations(page)).toEqual([])
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(wider).toBeLessThanOrEqual(0)
        const body = await page.screenshot({ fullPage: true })
        await info.attach(`catalogue-${width}-${theme}`, { body, contentType: 'image/png' })
      }
    } finally {
      await catalogue.stop()
    }
  })
}
