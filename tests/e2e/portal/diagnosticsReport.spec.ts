import { owners } from '../../../safe-app/accounts.ts'
import { card, modes, openDiagnostics, report } from '../../support/diagnosticsPage.ts'
import { expect, test } from '../../support/portalFixture.ts'
import { connect } from '../../support/portalPage.ts'

const ANY_ADDRESS = /[0-9a-f]{40}/i

for (const mode of modes) {
  test(`behavior: ${mode.name} the report contains addresses only on request`, async ({ wallet, world }) => {
    const portal = await mode.open(wallet, world)
    await mode.connect(wallet)
    await openDiagnostics(portal)
    await expect(card(portal, 'How the portal runs')).toContainText('Address0x…')
    const text = await report(portal)
    expect(text).toContain(mode.opened)
    expect(text).toContain(new URL(world.rpcUrl).host)
    expect(text).not.toMatch(ANY_ADDRESS)
    await expect(portal.getByRole('main')).not.toContainText(ANY_ADDRESS)

    await portal.getByRole('checkbox', { name: 'Include addresses' }).check()
    expect(await report(portal)).toContain(mode.account)
    await expect(card(portal, 'How the portal runs')).toContainText(mode.account)
    await portal.getByRole('button', { name: 'Copy as text' }).click()
    await expect(portal.getByRole('button', { name: 'Copy as text' })).toHaveText('Copied!')
  })
}

test('behavior: the clipboard gets the shown report, without addresses', async ({
  context,
  wallet,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await openDiagnostics(wallet)
  await wallet.getByRole('button', { name: 'Copy as text' }).click()
  const copied = () => wallet.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toBe(await report(wallet))
  expect(await copied()).not.toMatch(ANY_ADDRESS)
  await wallet.getByRole('checkbox', { name: 'Include addresses' }).check()
  await wallet.getByRole('button', { name: 'Copy as text' }).click()
  await expect.poll(copied).toContain(owners[0].address)
})

test('behavior: compares several endpoints and never shows the key in a path', async ({ page, world }) => {
  // On the same origin, so that the build's policy allows the request.
  const second = `${world.rpcUrl}/v3/0a1b2c3dSECRET`
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({
      response,
      body: body.replace(JSON.stringify(world.rpcUrls), JSON.stringify([world.rpcUrl, second])),
    })
  })
  await page.route(second, async (route) => {
    if (route.request().postData()?.includes('eth_getLogs')) {
      return route.fulfill({ json: { id: 0, error: { code: -32005, message: `no logs for ${second}` } } })
    }
    const response = await route.fetch({ url: world.rpcUrl })
    const text = await response.text()
    return route.fulfill({
      response,
      body: text.replace(
        /"number":"(0x[0-9a-f]+)"/,
        (_, number) => `"number":"0x${(Number(number) - 50).toString(16)}"`,
      ),
    })
  })
  await page.goto(world.portalUrl)
  await openDiagnostics(page)
  const endpoints = card(page, 'RPC endpoints')
  const { host } = new URL(second)
  await expect(endpoints.getByRole('heading', { level: 3 })).toHaveText([`1. ${host}`, `2. ${host}`])
  await expect(endpoints).toContainText(/Behind.*Is \d\d blocks behind another endpoint/)
  expect(await report(page)).toContain(`refuses: “no logs for ${world.rpcUrl}” (-32005)`)
  await page.getByRole('checkbox', { name: 'Include addresses' }).check()
  expect(await report(page)).not.toContain('SECRET')
  expect(await page.content()).not.toContain('SECRET')
})
