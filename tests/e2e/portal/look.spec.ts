import type { Page } from 'playwright/test'
import { DEEP, isDeep } from '#tests/support/deep.ts'
import { inspect } from '#tests/support/inspect.ts'
import { dialogViews } from '#tests/support/look/dialogViews.ts'
import { safeViews, visitSafe } from '#tests/support/look/safeViews.ts'
import type { View } from '#tests/support/look/View.ts'
import { visitorViews } from '#tests/support/look/visitorViews.ts'
import { walletViews } from '#tests/support/look/walletViews.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { chooseTheme, goTo } from '#tests/support/portalPage.ts'
import { hostPageOf } from '../../../safe-app/local/playwright.ts'

/** Opens each view in turn and looks at it; `npm test` only at those that no other view resembles. */
async function lookAt<Visit>(
  views: readonly View<Visit>[],
  visit: Visit,
  look: (name: string) => Promise<void>,
): Promise<void> {
  for (const view of views.filter(({ isSample }) => isDeep || isSample)) {
    await test.step(view.name, async () => {
      await view.open(visit)
      await look(view.name)
      await view.close?.(visit)
    })
  }
}

/** The frame of the app in the host, once it has the width of its place. */
async function frameInPlace(page: Page) {
  const { appFrame, iframe } = hostPageOf(page)
  const frame = await appFrame()
  // On a busy machine the frame's layout follows a window resize with a delay.
  const place = await iframe.evaluate((element) => element.clientWidth)
  expect(place).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  await expect.poll(() => frame.evaluate(() => innerWidth)).toBe(place)
  return frame
}

test('behavior: every page in a tab is accessible and fits a phone, in both themes', async ({
  wallet,
  world,
}) => {
  const views = [...visitorViews, ...walletViews]
  await lookAt(views, { tab: wallet, world }, (name) => inspect(wallet, name))
  await test.step('behavior: the Menu sets the theme in the same way as the pages are looked at', async () => {
    const root = wallet.locator('html')
    await expect(root).toHaveAttribute('data-theme', 'dark')
    for (const theme of ['light', 'dark'] as const) {
      await chooseTheme(wallet, theme)
      await expect(root).toHaveAttribute('data-theme', theme)
    }
  })
  await test.step('behavior: what a button far left opens is whole on a phone', async () => {
    await goTo(wallet, 'Activity')
    await wallet.setViewportSize({ width: 360, height: 900 })
    await wallet.getByRole('button', { name: 'Tools', exact: true }).click()
    await expect(wallet.getByRole('link', { name: 'Check a transaction' })).toBeInViewport({ ratio: 1 })
  })
})

test('behavior: every page in a Safe is accessible and fits a phone, in both themes', async ({
  page,
  world,
}) => {
  await lookAt(safeViews, visitSafe(page, world), (name) => inspect(page, name, () => frameInPlace(page)))
})

test('behavior: every step of the wallet dialogs is accessible and fits a phone', { tag: DEEP }, async ({
  page,
  world,
}) => {
  await lookAt(dialogViews, { tab: page, world }, (name) => inspect(page, name))
})

test('behavior: without any wallet the dialog still opens and explains what a wallet is', {
  tag: DEEP,
}, async ({ page, world }) => {
  await page.goto(world.portalUrl)
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(page.getByRole('dialog')).toContainText('What is a Wallet?')
  await inspect(page, 'connect dialog without wallets')
})
