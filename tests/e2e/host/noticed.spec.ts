import { expect } from 'playwright/test'
import { withLocalSafe } from '../../../safe-app/local/playwright.ts'
import { appPage, withOwnApps } from './ownApps.ts'

const test = withLocalSafe(
  withOwnApps({
    '/bad': appPage(`
            new Image().src = '/late'
            ask('getSafeInfo')
            ask('getMoney')
            ask('rpcCall', { call: 'eth_accounts', params: [] })
            setInterval(() => ask('getEnvironmentInfo', undefined), 100)`),
    '/late': { delay: 400 },
    '/good': appPage(`onload = () => {
            ask('getSafeInfo')
            setInterval(() => ask('getEnvironmentInfo', undefined), 500)
            document.body.append('Ready')
          }`),
  }),
)

test('behavior: of an app that behaves badly, the App panel says what, why it matters and how to fix it', async ({
  page,
  safe,
  apps,
  host,
}) => {
  await safe.openApp(page, `${apps}/bad`)
  const panel = await host.openPanel('App')
  const noticed = panel.getByRole('list', { name: 'What we noticed' })
  await expect(noticed.getByRole('listitem')).toContainText([
    /It asked getSafeInfo \d+ ms before its page had loaded/,
    /It asked getEnvironmentInfo with the same parameters \d+ times a second or more/,
    /It called getMoney, which Safe\{Wallet\} does not know\. ?Safe\{Wallet\} never answers an unknown method/,
    /It sent eth_accounts through rpcCall/,
  ])
})

test('behavior: of an app that behaves well, nothing is claimed', async ({ page, safe, apps, host }) => {
  await safe.openApp(page, `${apps}/good`)
  await expect(host.app.getByText('Ready')).toBeVisible()
  const panel = await host.openPanel('App')
  await expect(panel).toContainText('Nothing in the app’s messages speaks against Safe{Wallet}.')
  await expect(panel.getByRole('list', { name: 'What we noticed' })).toHaveCount(0)
})

test('behavior: an app can be opened with blocked storage, with the same Safe and the same person', async ({
  page,
  safe,
  apps,
  host,
}) => {
  await page.goto(safe.link(`${apps}/good`, { as: 'Ben' }))
  const panel = await host.openPanel('App')
  await panel.getByRole('link', { name: 'Open with blocked storage' }).click()
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:/)
  await expect(host.app.getByText('Ready')).toBeVisible()
  await expect(page.getByRole('banner').getByLabel('Acting as')).toHaveValue('1')
  await host.openPanel('App')
  await page.getByRole('link', { name: 'Open with storage' }).click()
  await expect(page).toHaveURL(/^http:\/\/localhost:/)
})
