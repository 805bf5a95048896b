import { test as base, expect, type Page } from 'playwright/test'
import { badApps, serveBadApps } from '#tests/fixtures/bad-apps/serveBadApps.ts'
import { freePort } from '#tests/support/freePorts.ts'
import { closeDialog, dialog, frameElement, openPanel } from '#tests/support/hostPage.ts'
import { withLocalSafe } from '../../../safe-app/local/playwright.ts'

const test = withLocalSafe(
  base.extend<object, { bad: string }>({
    bad: [
      async ({ playwright: _ }, use) => {
        const apps = await serveBadApps()
        await use(`http://localhost:${apps.port}`)
        await apps.stop()
      },
      { scope: 'worker' },
    ],
  }),
)

/** The host answers a person: its panels open, another Safe and another app can be chosen. */
async function expectUsable(page: Page): Promise<void> {
  await expect(await openPanel(page, 'History')).toContainText('Safe created')
  await page.getByRole('banner').getByLabel('Acting as').selectOption({ label: 'Cleo (finance)' })
  const panel = await openPanel(page, 'App')
  await expect(panel.getByLabel('App URL')).toBeEditable()
}

test('error: an app that is down, and one that redirects to another origin, leave the host usable', async ({
  page,
  safe,
  bad,
}) => {
  for (const url of [`http://localhost:${await freePort()}/`, `${bad}${badApps.elsewhere}`]) {
    await page.goto(safe.link(url))
    await expect(page.getByRole('region', { name: 'App' })).toBeVisible()
    await expectUsable(page)
    await expect(await openPanel(page, 'Traffic')).not.toContainText('getSafeInfo')
  }
})

test('error: an app that frames itself leaves the host usable', async ({ page, safe, bad }) => {
  await safe.openApp(page, `${bad}${badApps.framesItself}`)
  await expectUsable(page)
})

test('error: while an app floods the host with 10,000 messages a second, its panels open within a second', async ({
  page,
  safe,
  bad,
}) => {
  await safe.openApp(page, `${bad}${badApps.floods}`)
  const frame = page.frames().find((each) => each.url().includes(badApps.floods))
  for (const panel of ['Faults', 'Queue', 'Traffic', 'History'] as const) {
    const before = performance.now()
    await expect(await openPanel(page, panel)).toBeVisible()
    expect(performance.now() - before, panel).toBeLessThan(1_000)
  }
  await expect.poll(() => frame?.title(), { timeout: 30_000 }).toBe('dry')
  await expectUsable(page)
})

test('error: a page and a message of 10 MB are shown, and can be rejected', async ({ page, safe, bad }) => {
  await safe.openApp(page, `${bad}${badApps.huge}`)
  await expect(dialog(page, 'Sign a message')).toBeVisible()
  await closeDialog(page)
  await expectUsable(page)
})

test('error: a frame within the app, of another origin, is not heard, whatever it claims to be', async ({
  page,
  safe,
  bad,
}) => {
  await safe.openApp(page, `${bad}${badApps.pretends}`)
  await expect(frameElement(page).contentFrame().locator('iframe')).toBeVisible()
  await expect(await openPanel(page, 'Traffic')).not.toContainText('sendTransactions')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectUsable(page)
})
