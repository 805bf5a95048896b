import { expect } from 'playwright/test'
import { withLocalSafe } from '../../../safe-app/local/playwright.ts'
import { appPage, withOwnApps } from './ownApps.ts'

const DANA = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const test = withLocalSafe(
  withOwnApps({
    '/app': appPage(`ask('getSafeInfo')\nask('getMoney', { long: 'x'.repeat(500) })`),
  }),
)

for (const width of [390, 1280, 1920]) {
  test(`behavior: at ${width} px no panel makes the page wider than the window`, async ({
    page,
    safe,
    apps,
    host,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await safe.propose([{ to: DANA, value: 1n }])
    await safe.openApp(page, `${apps}/app`)
    for (const name of ['Queue', 'Batch', 'History', 'Messages', 'App', 'Faults', 'Traffic'] as const) {
      const panel = await host.openPanel(name)
      if (name === 'Traffic') await panel.getByText('getMoney').click()
      if (name === 'App') {
        await panel.getByRole('button', { name: 'Check manifest and headers' }).click()
        await panel.getByText('Lines to add').first().click()
      }
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wider, name).toBe(0)
    }
  })
}

test('behavior: two rows of one nonce and the dialog of a rejection have buttons of different names', async ({
  page,
  safe,
  apps,
  host,
}) => {
  const { nonce } = await safe.propose([{ to: DANA, value: 1n }])
  await safe.reject(nonce, { as: 'Ben' })
  await safe.openApp(page, `${apps}/app`)
  const queue = await host.openPanel('Queue')
  const buttons = queue.getByRole('button', { name: `Reject nonce ${nonce}: ` })
  await expect(buttons).toHaveCount(2)
  const names = await buttons.evaluateAll((all) => all.map((each) => each.ariaLabel))
  expect(new Set(names).size).toBe(2)
  await queue.getByRole('button', { name: `Reject nonce ${nonce}: Send` }).click()
  const rejection = host.dialog(`Reject nonce ${nonce}`)
  await expect(rejection.getByRole('button', { name: 'Reject' })).toHaveCount(0)
  await rejection.getByRole('button', { name: 'Cancel' }).click()
})

test('behavior: a dialog has the address that was typed, keeps the focus, and gives it back', async ({
  page,
  safe,
  host,
}) => {
  await page.goto(safe.url)
  await page.getByLabel('Address of the app').fill('http://localhost:3999/typed')
  const button = page.getByRole('button', { name: 'Add with its manifest' })
  await button.press('Enter')
  const adding = host.dialog('Add custom Safe App')
  await expect(adding.getByLabel('Safe App URL')).toHaveValue('http://localhost:3999/typed')
  for (let count = 0; count < 8; count += 1) {
    await page.keyboard.press('Tab')
    // Beyond the last field comes the browser itself, as which the page's body stands.
    const inside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    )
    expect(inside).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(adding).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('behavior: arrow keys lead from tab to tab', async ({ page, safe, apps }) => {
  await safe.openApp(page, `${apps}/app`)
  await page.getByRole('tab', { name: 'Queue' }).press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Traffic' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Traffic' })).toBeVisible()
  await page.keyboard.press('Home')
  await expect(page.getByRole('tabpanel', { name: 'Queue' })).toBeVisible()
})

test('behavior: an app that was opened by its address is named by its address', async ({
  page,
  safe,
  apps,
  host,
}) => {
  await safe.openApp(page, `${apps}/app`)
  const panel = await host.openPanel('App')
  await expect(panel).toContainText(`Open now: ${apps}/app`)
  await expect(panel).not.toContainText('unknown (unknown)')
})
