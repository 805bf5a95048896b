import { expect } from 'playwright/test'
import { parseEther } from 'viem'
import type { SdkApp } from '#tests/fixtures/sdk-app/main.ts'
import { serveSdkApp } from '#tests/fixtures/sdk-app/serveSdkApp.ts'
import { ask, begin, granted } from '#tests/support/sdkCalls.ts'
import { chainReader, sendingTo } from '#tests/support/sending.ts'
import { withApps } from '#tests/support/withApps.ts'
import { hostPageOf, withLocalSafe } from '../../../safe-app/local/playwright.ts'

const test = withLocalSafe(withApps(serveSdkApp), { chain: 137 })

const dana = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

test('behavior: the fixture opens an app, which sees who acts, and whom the test chooses instead', async ({
  page,
  safe,
  apps,
}) => {
  const app = await safe.openApp(page, `${apps}/`)
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
  apps,
}) => {
  const app = await safe.openApp(page, `${apps}/`)
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
  expect(safe.link(`${apps}/`)).toContain('delay=1')
  await safe.propose([{ to: dana, value: parseEther('1') }])
})

test('behavior: the fixture answers the host as a person does, and names the transaction', async ({
  page,
  safe,
  apps,
  host,
}) => {
  await safe.openApp(page, `${apps}/`)
  const frame = await host.appFrame()
  const send = () => ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana, 1n))
  const rejected = send()
  await expect(host.dialog('Send a transaction')).toContainText('POL')
  await host.discard()
  expect(await rejected).toMatchObject({ error: 'Transaction was rejected' })

  const proposed = send()
  await host.fillNonce(3)
  await host.sign()
  const { safeTxHash } = granted(await proposed)
  expect(await host.safeTxHash()).toBe(safeTxHash)
  await host.done()
  await expect(await host.queueRow('Nonce 3: Send')).toBeVisible()

  for (let calls = 0; calls < 2; calls += 1) {
    begin(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana, 1n))
    await host.addToBatch()
  }
  await host.proposeBatch()
  await expect(await host.queueRow('Batch of 2')).toBeVisible()
})

test('behavior: in another page of the test the host is answered too', async ({ page, safe, apps }) => {
  const second = await page.context().newPage()
  await safe.openApp(second, `${apps}/`, { safe: 'Ada’s Safe' })
  const host = hostPageOf(second)
  const frame = await host.appFrame()
  const signing = ask(frame, ({ sdk }) => sdk.txs.signMessage('This is us'))
  await expect(host.message).toHaveText('This is us')
  await host.sign()
  await host.done()
  expect(granted(await signing)).toMatchObject({ signature: expect.stringMatching(/^0x[0-9a-f]{130}$/) })

  const sending = ask(frame, ({ sdk }, txs) => sdk.txs.send({ txs }), sendingTo(dana, 1n))
  await host.signAndExecute()
  expect(granted(await sending)).toEqual({ safeTxHash: await host.safeTxHash() })
  await host.done()

  const permitted = ask(frame, ({ sdk }) => sdk.wallet.requestPermissions([{ requestAddressBook: {} }]))
  await host.answerPermissions('Reject')
  expect(await permitted).toMatchObject({ code: 4001 })
  await host.chooseSafe('Team Safe')
  await host.actAs('Stranger')
  await expect
    .poll(async () => ask(await host.appFrame(), ({ sdk }) => sdk.safe.getInfo()))
    .toMatchObject({ value: { safeAddress: safe.safes[0]?.address, isReadOnly: true } })
})

test('behavior: every test begins with the same Safes, queue and people', async ({ page, safe, apps }) => {
  expect(safe.link(`${apps}/`)).not.toContain('delay')
  await expect(safe.sign(0, { as: 'Ben' })).rejects.toThrow('Nothing with nonce 0 waits')
  await safe.openApp(page, `${apps}/`, { safe: 'Old Safe (1.3.0)', as: 'Ben' })
  await expect(page.getByRole('banner')).toContainText('1.3.0')
  await expect(page.getByRole('banner').getByLabel('Acting as')).toHaveValue('1')
})

test('behavior: without an app the host shows how to open one, and keeps those opened before', async ({
  page,
  safe,
  apps,
}) => {
  await page.goto(safe.url)
  const start = page.getByRole('region', { name: 'App' })
  await expect(start.getByRole('heading', { name: 'How an app must be set up' })).toBeVisible()
  await start.getByLabel('Address of the app').fill('no address')
  await start.getByRole('button', { name: 'Open' }).click()
  await expect(start.getByRole('alert')).toHaveText('The url is invalid')
  await start.getByLabel('Address of the app').fill(`${apps}/`)
  await start.getByRole('button', { name: 'Open' }).click()
  await expect(start.locator('iframe').contentFrame().getByRole('status')).toHaveText('The test app runs.')

  await page.goto(safe.url)
  await start.getByRole('button', { name: `Forget ${apps}/` }).waitFor()
  await start.getByRole('button', { name: `${apps}/`, exact: true }).click()
  await expect(start.locator('iframe').contentFrame().getByRole('status')).toHaveText('The test app runs.')
  await page.goto(safe.url)
  await start.getByRole('button', { name: `Forget ${apps}/` }).click()
  await expect(start.getByRole('list', { name: 'Opened before' })).toHaveCount(0)
})

test('behavior: the test wallet works in a tab, on the chain of the local Safe', async ({
  page,
  safe,
  apps,
}) => {
  await page.goto(`${apps}/`)
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

test('error: an app that does not open throws what the host says about it', async ({ page, safe, apps }) => {
  await safe.faults.service.set({ down: true })
  await expect(safe.openApp(page, `${apps}/`)).rejects.toThrow(/^The transaction service does not answer: /)
  await safe.faults.service.reset()

  await page.route('**/never', () => {})
  await page.clock.install()
  const opening = safe.openApp(page, `${apps}/never`)
  const thrown = expect(opening).rejects.toThrow(/^There was an error loading the Safe App\./)
  const app = page.getByRole('region', { name: 'App' })
  await expect(app).toContainText('Loading the app…')
  await page.clock.fastForward(10_000)
  await expect(app).toContainText('The app is still loading…')
  await page.clock.fastForward(80_000)
  await thrown
})
