import { encodeFunctionData, parseAbi } from 'viem'
import * as Call from '#chain/money/Call.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { usdtOf } from '#tests/integration/rig/proposals.ts'
import { clearQueue, fresh, payment, queue } from '#tests/support/activityPage.ts'
import { violations } from '#tests/support/axe.ts'
import { DEEP } from '#tests/support/deep.ts'
import { emptyQueue } from '#tests/support/emptyQueue.ts'
import type { World } from '#tests/support/portalFixture.ts'
import { connect } from '#tests/support/portalPage.ts'
import { enter, expect, test } from '#tests/support/signInFixture.ts'
import { approve, refuse } from '#tests/support/walletPage.ts'
import { amountOf } from '../../../rig/seed/amountOf.ts'
import { legacy, treasury } from '../../../rig/seed/safes.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'

// An owner signs and executes on the page of a proposal, with the connected wallet: Ada's.

const [ada, ben, cleo] = owners
const [dana] = influencers

test.afterEach(({ world }) => clearQueue(world))

/** A payment of the Safe of Ada and Ben, signed by Ben, at the nonce whose turn it is. */
async function signedByBen(world: World) {
  await emptyQueue(world, legacy)
  const amount = amountOf(`${fresh()}`, 'USDT')
  const call = Call.transfer(dana.address, amount)
  const { safeTxHash } = await world.safe.propose([call], { safe: legacy.name, as: 'Ben' })
  return { value: amount.value, link: `#/activity/safe/${legacy.address}/${safeTxHash}` }
}

test('behavior: the last owner who opens a co-signer’s link signs and executes in one step, and it shows as paid', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  const { value, link } = await signedByBen(world)
  await wallet.goto(`${world.portalUrl}${link}`)
  // Without a wallet there is only Safe{Wallet} to sign in.
  await expect(wallet.getByRole('link', { name: /^Sign in Safe\{Wallet\}/ })).toBeVisible()
  await expect(wallet.getByRole('button', { name: 'Sign and execute' })).toHaveCount(0)
  await connect(wallet)
  await expect(wallet.getByText('Needs your signature (1 of 2)')).toBeVisible()
  const button = wallet.getByRole('button', { name: 'Sign and execute' })
  await expect(button).toBeEnabled()
  // No service takes signatures here.
  await expect(wallet.getByRole('button', { name: 'Sign only' })).toHaveCount(0)
  expect(await violations(wallet)).toEqual([])
  const before = await usdtOf(world.rig, dana.address)
  await button.click()
  await expect(wallet.getByText('Confirm in your wallet.')).toBeVisible()
  await refuse(wallet)
  await expect(wallet.getByText('You rejected the request in your wallet.')).toBeVisible()
  expect(await usdtOf(world.rig, dana.address)).toBe(before)

  await button.click()
  await approve(wallet)
  await expect(wallet.getByText('Paid', { exact: true }).first()).toBeVisible()
  expect((await usdtOf(world.rig, dana.address)) - before).toBe(value)
  await expect(button).toHaveCount(0)
})

test('behavior: with a transaction service an owner only signs, and executes later', { tag: DEEP }, async ({
  portal,
  world,
}) => {
  const { value, link } = await signedByBen(world)
  await enter(portal)
  await portal.goto(new URL(link, portal.url()).href)
  await portal.getByRole('button', { name: 'Sign only' }).click()
  await approve(portal, 'SafeTx')
  await expect(portal.getByText('Ready to execute (2 of 2)')).toBeVisible()
  const before = await usdtOf(world.rig, dana.address)
  await portal.getByRole('button', { name: 'Execute', exact: true }).click()
  await approve(portal)
  await expect(portal.getByText('Paid', { exact: true }).first()).toBeVisible()
  expect((await usdtOf(world.rig, dana.address)) - before).toBe(value)
})

test('behavior: in a Safe the page names the owners who can sign, because the host does not say who is looking', {
  tag: DEEP,
}, async ({ page, world }) => {
  const { hash } = await queue(world, payment(dana.address, `${fresh()}`, 'USDT'))
  const portal = await world.safe.openApp(
    page,
    `${world.portalUrl}#/activity/safe/${treasury.address}/${hash}`,
    {
      as: 'Ben',
    },
  )
  const who = portal.getByRole('paragraph').filter({ hasText: /^Sign as any of/ })
  for (const one of [ben, cleo]) await expect(who.getByTitle(one.address)).toBeVisible()
  await expect(who.getByTitle(ada.address)).toHaveCount(0)
  await expect(portal.getByRole('link', { name: /^Sign in Safe\{Wallet\}/ })).toBeVisible()
})

test('behavior: on a phone a title with a whole address stays inside the page', async ({ page, world }) => {
  const abi = parseAbi(['function addOwnerWithThreshold(address owner, uint256 threshold)'])
  const data = encodeFunctionData({ abi, args: [dana.address, 2n] })
  const call = { to: treasury.address, value: 0n, data }
  const { hash } = await queue(world, (nonce) => SafeTx.fromCall(call, nonce))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${world.portalUrl}#/activity/safe/${treasury.address}/${hash}`)
  const title = page.getByRole('heading', { level: 1, name: /^Adds the owner/ })
  await expect(title).toBeVisible()
  const [needed, given] = await title.evaluate((one) => [one.scrollWidth, one.clientWidth])
  expect(needed).toBeLessThanOrEqual(given ?? 0)
})
