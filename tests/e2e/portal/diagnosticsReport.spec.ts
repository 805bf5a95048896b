import { card, modes, openDiagnostics, report } from '#tests/support/diagnosticsPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect } from '#tests/support/portalPage.ts'
import { owners } from '../../../safe-app/accounts.ts'

const ANY_ADDRESS = /[0-9a-f]{40}/i

const [, inSafe] = modes

test('behavior: in a Safe the report contains addresses only on request', async ({ wallet, world }) => {
  const portal = await inSafe.open(wallet, world)
  await openDiagnostics(portal)
  await expect(card(portal, 'This page')).toContainText('Address0x…')
  const text = await report(portal)
  expect(text).toContain(inSafe.opened)
  expect(text).toContain(new URL(world.rpcUrl).host)
  expect(text).not.toMatch(ANY_ADDRESS)
  await expect(portal.getByRole('main')).not.toContainText(ANY_ADDRESS)

  await portal.getByRole('checkbox', { name: 'Include addresses' }).check()
  expect(await report(portal)).toContain(inSafe.account)
  await expect(card(portal, 'This page')).toContainText(inSafe.account)
  const refused: string[] = []
  wallet.on('console', (message) => {
    if (/Clipboard API/.test(message.text())) refused.push(message.text())
  })
  await portal.getByRole('button', { name: 'Copy report' }).click()
  await expect(portal.getByRole('button', { name: 'Copy report' })).toHaveText('Copied!')
  await test.step('behavior: E12: a frame that may not use the clipboard is not told so with each press', () => {
    expect(refused).toEqual([])
  })
})

test('behavior: the clipboard gets the shown report, without addresses', async ({
  context,
  wallet,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await openDiagnostics(wallet)
  await wallet.getByRole('button', { name: 'Copy report' }).click()
  const copied = () => wallet.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toBe(await report(wallet))
  expect(await copied()).not.toMatch(ANY_ADDRESS)
  await wallet.getByRole('checkbox', { name: 'Include addresses' }).check()
  await wallet.getByRole('button', { name: 'Copy report' }).click()
  await expect.poll(copied).toContain(owners[0].address)
})
