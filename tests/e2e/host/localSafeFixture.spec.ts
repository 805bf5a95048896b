import { test as base, expect } from 'playwright/test'
import { parseEther } from 'viem'
import type { SdkApp } from '#tests/fixtures/sdk-app/main.ts'
import { serveSdkApp } from '#tests/fixtures/sdk-app/serveSdkApp.ts'
import { readRigBundles } from '#tests/support/rigBundles.ts'
import { chainReader } from '#tests/support/sending.ts'
import { withLocalSafe } from '../../../safe-app/local/playwright.ts'

const withApp = base.extend<object, { appUrl: string }>({
  appUrl: [
    async ({ playwright: _ }, use) => {
      const app = await serveSdkApp(readRigBundles().sdkApp)
      await use(`http://localhost:${app.port}/`)
      await app.stop()
    },
    { scope: 'worker' },
  ],
})

const test = withLocalSafe(withApp, { chain: 137 })

const dana = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

test('behavior: the fixture opens an app, which sees who acts, and whom the test chooses instead', async ({
  page,
  safe,
  appUrl,
}) => {
  const app = await safe.openApp(page, appUrl)
  await expect(app.getByRole('status')).toHaveText('The test app runs.')
  const info = () =>
    app.locator('body').evaluate(() => (window as unknown as { sdkApp: SdkApp }).sdkApp.sdk.safe.getInfo())
  expect(await info()).toMatchObject({ chainId: 137, isReadOnly: false, network: 'POLYGON' })
  await safe.actingAs('Stranger')
  await expect.poll(async () => (await info()).isReadOnly).toBe(true)
  await safe.actingAs('Cleo')
  await expect.poll(async () => (await info()).isReadOnly).toBe(false)
  await expect(page.getByRole('banner').getByLabel('Acting as')).toHaveValue('2')
})

test('behavior: faults of the host reach an open app, and are gone in the next test', async ({
  page,
  safe,
  appUrl,
}) => {
  const app = await safe.openApp(page, appUrl)
  await safe.faults.host.set({ fail: { getSafeInfo: 1 } })
  const info = () =>
    app
      .locator('body')
      .evaluate(() =>
        (window as unknown as { sdkApp: SdkApp }).sdkApp.sdk.safe
          .getInfo()
          .catch((error: Error) => error.message),
      )
  expect(await info()).toBe('Request failed')
  expect(await info()).toMatchObject({ chainId: 137 })
  await safe.faults.host.set({ delay: 1 })
  expect(safe.link(appUrl)).toContain('delay=1')
  await safe.propose([{ to: dana, value: parseEther('1') }])
})

test('behavior: every test begins with the same Safes, queue and people', async ({ page, safe, appUrl }) => {
  expect(safe.link(appUrl)).not.toContain('delay')
  await expect(safe.sign(0, { as: 'Ben' })).rejects.toThrow('Nothing with nonce 0 waits')
  await safe.openApp(page, appUrl, { safe: 'Old Safe (1.3.0)', as: 'Ben' })
  await expect(page.getByRole('banner')).toContainText('1.3.0')
  await expect(page.getByRole('banner').getByLabel('Acting as')).toHaveValue('1')
})

test('behavior: without an app the host shows how to open one, and keeps those opened before', async ({
  page,
  safe,
  appUrl,
}) => {
  await page.goto(safe.url)
  const start = page.getByRole('region', { name: 'App' })
  await expect(start.getByRole('heading', { name: 'How an app must be set up' })).toBeVisible()
  await start.getByLabel('Address of the app').fill('no address')
  await start.getByRole('button', { name: 'Open' }).click()
  await expect(start.getByRole('alert')).toHaveText('The url is invalid')
  await start.getByLabel('Address of the app').fill(appUrl)
  await start.getByRole('button', { name: 'Open' }).click()
  await expect(start.locator('iframe').contentFrame().getByRole('status')).toHaveText('The test app runs.')

  await page.goto(safe.url)
  await start.getByRole('button', { name: `Forget ${appUrl}` }).waitFor()
  await start.getByRole('button', { name: appUrl, exact: true }).click()
  await expect(start.locator('iframe').contentFrame().getByRole('status')).toHaveText('The test app runs.')
  await page.goto(safe.url)
  await start.getByRole('button', { name: `Forget ${appUrl}` }).click()
  await expect(start.getByRole('list', { name: 'Opened before' })).toHaveCount(0)
})

test('behavior: the test wallet works in a tab, on the chain of the local Safe', async ({
  page,
  safe,
  appUrl,
}) => {
  await page.goto(appUrl)
  await page.addScriptTag({ url: safe.wallet })
  const request = (method: string, params: readonly unknown[] = []) =>
    page.evaluate(
      (call) =>
        (window as unknown as { ethereum: { request(call: object): Promise<unknown> } }).ethereum.request(
          call,
        ),
      { method, params },
    )
  expect(await request('eth_chainId')).toBe('0x89')
  const connecting = request('eth_requestAccounts')
  await page.getByRole('button', { name: 'Approve' }).click()
  const [from] = (await connecting) as readonly `0x${string}`[]
  const sending = request('eth_sendTransaction', [{ from, to: dana, value: '0x5' }])
  await expect(page.getByRole('dialog')).toContainText('POL')
  await page.getByRole('button', { name: 'Approve' }).click()
  const hash = (await sending) as `0x${string}`
  expect(await chainReader(safe.rpc).getTransaction({ hash })).toMatchObject({ value: 5n, chainId: 137 })
})
