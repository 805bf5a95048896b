import { test as base, expect } from 'playwright/test'
import { app, openPanel } from '#tests/support/hostPage.ts'
import { withLocalSafe } from '../../../safe-app/local/playwright.ts'
import { appPage, serveOwnApps } from './ownApps.ts'

const test = withLocalSafe(
  base.extend<object, { apps: string }>({
    apps: [
      async ({ playwright: _ }, use) => {
        const apps = await serveOwnApps({
          '/bad': appPage(`
            ask('getSafeInfo')
            ask('getMoney')
            ask('rpcCall', { call: 'eth_accounts', params: [] })
            setInterval(() => ask('getEnvironmentInfo', undefined), 100)`),
          '/good': appPage(`onload = () => {
            ask('getSafeInfo')
            setInterval(() => ask('getEnvironmentInfo', undefined), 500)
            document.body.append('Ready')
          }`),
        })
        await use(apps.url)
        await apps.stop()
      },
      { scope: 'worker' },
    ],
  }),
)

test('behavior: of an app that behaves badly, the App panel says what, why it matters and how to fix it', async ({
  page,
  safe,
  apps,
}) => {
  await safe.openApp(page, `${apps}/bad`)
  const panel = await openPanel(page, 'App')
  const noticed = panel.getByRole('list', { name: 'What we noticed' })
  await expect(noticed.getByRole('listitem')).toContainText([
    /It asked getSafeInfo \d+ ms before its page had loaded/,
    /It asked getEnvironmentInfo with the same parameters \d+ times a second or more/,
    /It called getMoney, which Safe\{Wallet\} does not know\. ?Safe\{Wallet\} never answers an unknown method/,
    /It sent eth_accounts through rpcCall/,
  ])
})

test('behavior: of an app that behaves well, nothing is claimed', async ({ page, safe, apps }) => {
  await safe.openApp(page, `${apps}/good`)
  await expect(app(page).getByText('Ready')).toBeVisible()
  const panel = await openPanel(page, 'App')
  await expect(panel).toContainText('Nothing in the app’s messages speaks against Safe{Wallet}.')
  await expect(panel.getByRole('list', { name: 'What we noticed' })).toHaveCount(0)
})

test('behavior: an app can be opened with blocked storage, with the same Safe and the same person', async ({
  page,
  safe,
  apps,
}) => {
  await page.goto(safe.link(`${apps}/good`, { as: 'Ben' }))
  const panel = await openPanel(page, 'App')
  await panel.getByRole('link', { name: 'Open with blocked storage' }).click()
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:/)
  await expect(app(page).getByText('Ready')).toBeVisible()
  await expect(page.getByRole('banner').getByLabel('Acting as')).toHaveValue('1')
  await openPanel(page, 'App')
  await page.getByRole('link', { name: 'Open with storage' }).click()
  await expect(page).toHaveURL(/^http:\/\/localhost:/)
})
