import { expect, type Page } from 'playwright/test'
import { badApps, serveBadApps } from '#tests/fixtures/bad-apps/serveBadApps.ts'
import { freePort } from '#tests/support/freePorts.ts'
import { withApps } from '#tests/support/withApps.ts'
import { hostPageOf, withLocalSafe } from '../../../safe-app/local/playwright.ts'

const test = withLocalSafe(withApps(serveBadApps))

/** The host answers a person: its panels open, another Safe and another app can be chosen. */
async function expectUsable(page: Page): Promise<void> {
  const host = hostPageOf(page)
  await expect(await host.openPanel('History')).toContainText('Safe created')
  await host.actAs('Cleo (finance)')
  const panel = await host.openPanel('App')
  await expect(panel.getByLabel('App URL')).toBeEditable()
}

test('error: an app that is down, and one that redirects to another origin, leave the host usable', async ({
  page,
  safe,
  apps,
  host,
}) => {
  for (const url of [`http://localhost:${await freePort()}/`, `${apps}${badApps.elsewhere}`]) {
    await page.goto(safe.link(url))
    await expect(page.getByRole('region', { name: 'App' })).toBeVisible()
    await expectUsable(page)
    await expect(await host.openPanel('Traffic')).not.toContainText('getSafeInfo')
  }
})

test('error: an app that frames itself leaves the host usable', async ({ page, safe, apps }) => {
  await safe.openApp(page, `${apps}${badApps.framesItself}`)
  await expectUsable(page)
})

test('error: while an app floods the host with 10,000 messages a second, its panels open within a second', async ({
  page,
  safe,
  apps,
  host,
}) => {
  await safe.openApp(page, `${apps}${badApps.floods}`)
  const frame = page.frames().find((each) => each.url().includes(badApps.floods))
  for (const panel of ['Faults', 'Queue', 'Traffic', 'History'] as const) {
    const before = performance.now()
    await expect(await host.openPanel(panel)).toBeVisible()
    expect(performance.now() - before, panel).toBeLessThan(1_000)
  }
  await expect.poll(() => frame?.title(), { timeout: 30_000 }).toBe('dry')
  await expectUsable(page)
})

test('error: a page and a message of 10 MB are shown, and can be rejected', async ({
  page,
  safe,
  apps,
  host,
}) => {
  await safe.openApp(page, `${apps}${badApps.huge}`)
  await expect(host.dialog('Sign a message')).toBeVisible()
  await host.discard()
  await expectUsable(page)
})

test('error: a frame within the app, of another origin, is not heard, whatever it claims to be', async ({
  page,
  safe,
  apps,
  host,
}) => {
  await safe.openApp(page, `${apps}${badApps.pretends}`)
  await expect(host.iframe.contentFrame().locator('iframe')).toBeVisible()
  await expect(await host.openPanel('Traffic')).not.toContainText('sendTransactions')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectUsable(page)
})
