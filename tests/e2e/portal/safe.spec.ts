import { erc20Abi, parseEther } from 'viem'
import { nonces } from '#tests/integration/rig/proposals.ts'
import { actAs, app, closeDialog, dialog, done, openHost, queueRow, sign } from '#tests/support/hostPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { fillPayment, goTo } from '#tests/support/portalPage.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import { treasury } from '../../../safe-app/seed/safes.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'
const [dana, eli, fay] = influencers

test('behavior: a proposal from the frame is signed by a second owner, executed, paid, and listed in the history', async ({
  page,
  world,
}) => {
  const { client } = world.rig.chain
  const balanceOf = () =>
    client.readContract({ address: USDT, abi: erc20Abi, functionName: 'balanceOf', args: [dana.address] })
  const before = await balanceOf()
  await openHost(page, world.hostUrl, { appUrl: world.portalUrl, safe: treasury.address, owner: 0 })
  const portal = app(page)
  await expect(portal.getByText('2 of 3 owners must sign')).toBeVisible()
  // Two other proposals share the next nonce; ours is the third, and the one that is executed.
  await fillPayment(portal, { payee: dana.address, amount: '31.25', token: 'USDT' })
  await portal.getByRole('button', { name: 'Propose' }).click()
  await expect(dialog(page, /Send/)).toContainText('31.25 USDT')
  await page
    .getByRole('dialog')
    .getByLabel('Nonce')
    .fill(`${(await nonces(world.rig)).current}`)
  await sign(page)
  await done(page)
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()
  await actAs(page, 'Ben (partner)')
  const row = await queueRow(page, /31\.25 USDT/)
  await row.getByRole('button', { name: 'Confirm' }).click()
  await expect(portal.getByText('Proposed, ready to execute')).toBeVisible()
  await row.getByRole('button', { name: 'Execute' }).click()
  await expect(portal.getByText('Paid', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect((await balanceOf()) - before).toBe(parseEther('31.25'))
  await goTo(portal, 'Activity')
  const history = portal.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').filter({ hasText: '31.25 USDT' })).toContainText('Paid')
  await test.step('behavior: an execution that fails inside is marked failed, whatever its receipt says', async () => {
    await expect(history.getByText('Failed', { exact: true }).first()).toBeVisible()
  })
})

test('behavior: closing the host’s dialog shows a result, and nothing is queued', async ({ page, world }) => {
  await openHost(page, world.hostUrl, { appUrl: world.portalUrl, safe: treasury.address, owner: 0 })
  const portal = app(page)
  await fillPayment(portal, { payee: eli.address, amount: '7.77', token: 'USDC' })
  await portal.getByRole('button', { name: 'Propose' }).click()
  await expect(portal.getByText('Sign 7.77 USDC in your Safe')).toBeVisible()
  await closeDialog(page)
  await expect(portal.getByText('You closed the request in your Safe.')).toBeVisible()
  await expect(portal.getByText('Nothing was sent.')).toBeVisible()
  await goTo(portal, 'Activity')
  await expect(portal.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toBeVisible()
  await expect(portal.getByText('7.77 USDC')).toHaveCount(0)
})

test('error: an amount changed in the host stops the portal, which names the difference', async ({
  page,
  world,
}) => {
  await openHost(page, world.hostUrl, { appUrl: world.portalUrl, safe: treasury.address, owner: 0 })
  const portal = app(page)
  await fillPayment(portal, { payee: fay.address, amount: '1.5', token: 'USDT' })
  await portal.getByRole('button', { name: 'Propose' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change amount' }).click()
  await page.getByRole('dialog').getByLabel('Amount').fill('70')
  await sign(page)
  await done(page)
  const stop = portal.getByRole('alertdialog', { name: 'Do not sign this proposal' })
  await expect(stop).toContainText('Payment 1 is not the one that was reviewed: 1.50 USDT → 70 USDT')
})
