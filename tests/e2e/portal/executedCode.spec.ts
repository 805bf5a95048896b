import type { Page } from 'playwright/test'
import { expect, test } from '#tests/support/portalFixture.ts'

// Bytes and times change with every feature; what a start loads in vain does not. Code of a page or a mode that nobody sees
// comes with functions that nobody calls, so it makes these shares smaller.

/** The share of the loaded code that ran, in characters, until now. Ends the recording. */
async function executedShare(page: Page, portalUrl: string): Promise<number> {
  let loaded = 0
  let executed = 0
  for (const { url, source = '', functions } of await page.coverage.stopJSCoverage()) {
    if (!url.startsWith(`${portalUrl}assets/`)) continue
    const ran = new Uint8Array(source.length)
    // The ranges inside a range come later, and say more.
    const ranges = functions.flatMap((one) => one.ranges)
    ranges.sort((one, other) => other.endOffset - other.startOffset - (one.endOffset - one.startOffset))
    for (const { startOffset, endOffset, count } of ranges)
      ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
    loaded += ran.length
    executed += ran.filter((one) => one === 1).length
  }
  expect(loaded).toBeGreaterThan(100_000)
  return executed / loaded
}

test('behavior: a tab opens with code of which over two fifths run', async ({ page, world }) => {
  await page.coverage.startJSCoverage({ resetOnNavigation: false })
  await page.goto(world.portalUrl)
  // All of a start's code has run on any machine once the wallets are there.
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await executedShare(page, world.portalUrl)).toBeGreaterThan(0.4)
})

test('behavior: a Safe opens with code of which over a third runs', async ({ page, world }) => {
  await page.coverage.startJSCoverage({ resetOnNavigation: false })
  const portal = await world.safe.openApp(page, world.portalUrl)
  await expect(portal.getByText('2 of 3 owners must sign')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await executedShare(page, world.portalUrl)).toBeGreaterThan(0.33)
})
