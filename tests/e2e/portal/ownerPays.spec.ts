import type { Page } from 'playwright/test'
import { type Address, erc20Abi, parseEther } from 'viem'
import { nonces } from '#tests/integration/rig/proposals.ts'
import { violations } from '#tests/support/axe.ts'
import { DEEP } from '#tests/support/deep.ts'
import { emptyQueue } from '#tests/support/emptyQueue.ts'
import { fillPayment, goTo } from '#tests/support/portalPage.ts'
import { enter, expect, test } from '#tests/support/signInFixture.ts'
import { approve } from '#tests/support/walletPage.ts'
import { legacy } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import { setTokenBalance } from '../../../safe-app/chain/localTokens.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'
const [dana] = influencers

async function payFrom(page: Page, safe: Address): Promise<void> {
  await goTo(page, 'Pay')
  await page.getByLabel('Wallet or Safe').selectOption({ label: 'Pay from a Safe…' })
  await page.getByLabel('Safe address').fill(`bnb:${safe}`)
  await page.getByRole('button', { name: 'Use this Safe' }).click()
}

test('behavior: an owner proposes to a Safe from a wallet, another signs, and it shows as paid after a reload', {
  tag: DEEP,
}, async ({ portal, world }) => {
  const { rig, safe } = world
  const fetched: string[] = []
  portal.on('response', (response) => fetched.push(new URL(response.url()).pathname))
  await setTokenBalance(rig.chain.client, USDT, legacy.address, parseEther('100'))
  const balanceOf = () =>
    rig.chain.client.readContract({
      address: USDT,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [dana.address],
    })
  const before = await balanceOf()
  await emptyQueue(world, legacy)
  const { free } = await nonces(rig, legacy)
  await enter(portal)
  await payFrom(portal, legacy.address)
  await expect(portal.getByText('2 of 2 owners must sign. You’re an owner')).toBeVisible()
  // The service's client is larger than the portal, and nothing has been proposed so far.
  expect(fetched.filter((path) => /txServiceProposals/.test(path))).toEqual([])
  expect(await violations(portal)).toEqual([])
  await fillPayment(portal, { payee: dana.address, amount: '17.25', token: 'USDT' })
  await expect(portal.getByText('From your Safe')).toBeVisible()
  await expect(portal.getByRole('button', { name: /^Pay [\d.]/ })).toHaveCount(0)
  await portal.getByRole('button', { name: 'Propose' }).click()
  await expect(portal.getByText('Sign the proposal of 17.25 USDT in your wallet')).toBeVisible()
  await approve(portal, 'SafeTx')
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()
  await portal.reload()
  await portal.getByRole('button', { name: 'Reconnect your last wallet' }).click()
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()

  await safe.sign(Number(free), { safe: legacy.name, as: 'Ben' })
  await safe.execute(Number(free), { safe: legacy.name, as: 'Ben' })
  await expect(portal.getByText('Paid', { exact: true })).toBeVisible()
  expect((await balanceOf()) - before).toBe(parseEther('17.25'))
})
