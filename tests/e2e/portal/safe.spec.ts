import { erc20Abi, parseEther } from 'viem'
import { nonces } from '#tests/integration/rig/proposals.ts'
import { covered, toastOf } from '#tests/support/hostToasts.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { fillPayment, goTo } from '#tests/support/portalPage.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'
const [dana, eli, fay] = influencers

test('behavior: a payment from the frame is closed in the host, then proposed, signed by a second owner, executed, paid, and listed in the history', async ({
  page,
  world,
  host,
}) => {
  const { client } = world.rig.chain
  const balanceOf = () =>
    client.readContract({ address: USDT, abi: erc20Abi, functionName: 'balanceOf', args: [dana.address] })
  const before = await balanceOf()
  const portal = await world.safe.openApp(page, world.portalUrl)
  const history = portal.getByRole('region', { name: 'History' })
  await expect(portal.getByText('2 of 3 owners must sign')).toBeVisible()
  await test.step('behavior: closing the host’s dialog shows a result, and nothing is queued', async () => {
    await fillPayment(portal, { payee: eli.address, amount: '7.77', token: 'USDC' })
    await portal.getByRole('button', { name: 'Propose' }).click()
    await expect(portal.getByText('Sign 7.77 USDC in your Safe')).toBeVisible()
    await host.discard()
    await expect(portal.getByText('You closed the request in your Safe.')).toBeVisible()
    await expect(portal.getByText('Nothing was sent.')).toBeVisible()
    await goTo(portal, 'Activity')
    await expect(history.getByRole('listitem').first()).toBeVisible()
    await expect(portal.getByText('7.77 USDC')).toHaveCount(0)
  })
  // Two other proposals share the next nonce; ours is the third, and the one that is executed.
  await fillPayment(portal, { payee: dana.address, amount: '31.25', token: 'USDT' })
  await portal.getByRole('button', { name: 'Propose' }).click()
  await expect(host.dialog(/Send/)).toContainText('31.25 USDT')
  await host.fillNonce((await nonces(world.rig)).current)
  await host.sign()
  const toast = await toastOf(page)
  const safeTxHash = await host.safeTxHash()
  await host.done()
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()
  await test.step('behavior: no main button lies under the host’s toasts', async () => {
    expect(await covered(page, toast), 'a payout to sign').toEqual([])
    await world.safe.sign(safeTxHash, { as: 'Ben' })
    await expect(portal.getByText('Proposed, ready to execute')).toBeVisible()
    await expect(portal.getByRole('link', { name: /^Execute in Safe/ })).toBeVisible()
    expect(await covered(page, toast), 'a payout to execute').toEqual([])
  })
  await world.safe.execute(safeTxHash, { as: 'Ben' })
  await expect(portal.getByText('Paid', { exact: true })).toBeVisible()
  expect((await balanceOf()) - before).toBe(parseEther('31.25'))
  await goTo(portal, 'Activity')
  await expect(portal.getByRole('region', { name: 'Queue' }).getByRole('listitem').first()).toBeVisible()
  expect(await covered(page, toast), 'the queue').toEqual([])
  await expect(history.getByRole('listitem').filter({ hasText: '31.25 USDT' })).toContainText('Paid')
  await test.step('behavior: an execution that fails inside is marked failed, whatever its receipt says', async () => {
    await expect(history.getByText('Failed', { exact: true }).first()).toBeVisible()
  })

  await test.step('behavior: in a Safe every row of a payout has a receipt, BNB as the Safe reports it, and printing opens a tab', async () => {
    await history.getByRole('listitem').filter({ hasText: 'Payout of 5' }).getByRole('link').click()
    await portal.getByRole('link', { name: 'View receipts' }).click()
    const receipts = portal
      .getByRole('list', { name: 'Transfers' })
      .getByRole('link', { name: /^Receipt of/ })
    await expect(receipts).toHaveCount(5)
    await portal.getByRole('link', { name: 'Receipt of 0.25 BNB' }).click()
    const said = portal.getByRole('region', { name: 'Payment' })
    await expect(said.getByText('Paid (reported by the payer’s Safe)')).toBeVisible()
    await expect(said).toContainText('0.25 BNB')
    await expect(said).toContainText(treasury.address)
    await expect(portal.getByRole('button', { name: 'Print' })).toHaveCount(0)
    const own = portal.getByRole('link', { name: 'Open in a new tab to print' })
    await expect(own).toHaveAttribute('href', (await host.appFrame()).url())
    await portal.getByText('Technical details').click()
    await portal.getByRole('link', { name: 'Whole transaction (4 other transfers)' }).click()
    await expect(portal.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
  })

  await test.step('error: an amount changed in the host stops the portal, which names the difference', async () => {
    await fillPayment(portal, { payee: fay.address, amount: '1.5', token: 'USDT' })
    await portal.getByRole('button', { name: 'Propose' }).click()
    await host.dialog().getByRole('button', { name: 'Change amount' }).click()
    await host.dialog().getByLabel('Amount').fill('70')
    await host.sign()
    await host.done()
    const stop = portal.getByRole('alertdialog', { name: 'Do not sign this proposal' })
    await expect(stop).toContainText('Payment 1 is not the one that was reviewed: 1.50 USDT → 70 USDT')
  })
})
