import { erc20Abi, parseEther } from 'viem'
import { nonces } from '#tests/integration/rig/proposals.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { fillPayment, goTo } from '#tests/support/portalPage.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'
const [dana, eli, fay] = influencers

test('behavior: a proposal from the frame is signed by a second owner, executed, paid, and listed in the history', async ({
  page,
  world,
  host,
}) => {
  const { client } = world.rig.chain
  const balanceOf = () =>
    client.readContract({ address: USDT, abi: erc20Abi, functionName: 'balanceOf', args: [dana.address] })
  const before = await balanceOf()
  const portal = await world.safe.openApp(page, world.portalUrl)
  await expect(portal.getByText('2 of 3 owners must sign')).toBeVisible()
  // Two other proposals share the next nonce; ours is the third, and the one that is executed.
  await fillPayment(portal, { payee: dana.address, amount: '31.25', token: 'USDT' })
  await portal.getByRole('button', { name: 'Propose' }).click()
  await expect(host.dialog(/Send/)).toContainText('31.25 USDT')
  await host.fillNonce((await nonces(world.rig)).current)
  await host.sign()
  const safeTxHash = await host.safeTxHash()
  await host.done()
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()
  await world.safe.sign(safeTxHash, { as: 'Ben' })
  await expect(portal.getByText('Proposed, ready to execute')).toBeVisible()
  await world.safe.execute(safeTxHash, { as: 'Ben' })
  await expect(portal.getByText('Paid', { exact: true })).toBeVisible()
  expect((await balanceOf()) - before).toBe(parseEther('31.25'))
  await goTo(portal, 'Activity')
  const history = portal.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').filter({ hasText: '31.25 USDT' })).toContainText('Paid')
  await test.step('behavior: an execution that fails inside is marked failed, whatever its receipt says', async () => {
    await expect(history.getByText('Failed', { exact: true }).first()).toBeVisible()
  })
})

test('behavior: closing the host’s dialog shows a result, and nothing is queued', async ({
  page,
  world,
  host,
}) => {
  const portal = await world.safe.openApp(page, world.portalUrl)
  await fillPayment(portal, { payee: eli.address, amount: '7.77', token: 'USDC' })
  await portal.getByRole('button', { name: 'Propose' }).click()
  await expect(portal.getByText('Sign 7.77 USDC in your Safe')).toBeVisible()
  await host.discard()
  await expect(portal.getByText('You closed the request in your Safe.')).toBeVisible()
  await expect(portal.getByText('Nothing was sent.')).toBeVisible()
  await goTo(portal, 'Activity')
  await expect(portal.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toBeVisible()
  await expect(portal.getByText('7.77 USDC')).toHaveCount(0)
})

test('error: an amount changed in the host stops the portal, which names the difference', async ({
  page,
  world,
  host,
}) => {
  const portal = await world.safe.openApp(page, world.portalUrl)
  await fillPayment(portal, { payee: fay.address, amount: '1.5', token: 'USDT' })
  await portal.getByRole('button', { name: 'Propose' }).click()
  await host.dialog().getByRole('button', { name: 'Change amount' }).click()
  await host.dialog().getByLabel('Amount').fill('70')
  await host.sign()
  await host.done()
  const stop = portal.getByRole('alertdialog', { name: 'Do not sign this proposal' })
  await expect(stop).toContainText('Payment 1 is not the one that was reviewed: 1.50 USDT → 70 USDT')
})
