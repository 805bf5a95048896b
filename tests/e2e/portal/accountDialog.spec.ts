import { numberToHex, parseEther } from 'viem'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, fillPayment, openAccountDialog } from '#tests/support/portalPage.ts'
import { approve } from '#tests/support/walletPage.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'

const [dana] = influencers
const ada = owners[0].address

test('behavior: the account dialog shows the picture, the short address and the abbreviated balance', async ({
  wallet,
  world,
  context,
}) => {
  await world.rig.chain.client.request({
    method: 'anvil_setBalance' as never,
    params: [influencers[6].address, numberToHex(parseEther('12345.678'))] as never,
  })
  await wallet.goto(`${world.portalUrl}?wallet=account:${influencers[6].index}`)
  await connect(wallet)
  const dialog = await openAccountDialog(wallet)
  const { address } = influencers[6]
  await expect(dialog).toContainText(`${address.slice(0, 4)}…${address.slice(-4)}`)
  await expect(dialog).toContainText('12.3k BNB')
  await expect(dialog.locator('svg[viewBox="-1 -1 7 7"]')).toBeVisible()

  await test.step('behavior: "Copied!" stays for 1500 ms', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await wallet.clock.install()
    await dialog.getByRole('button', { name: 'Copy Address' }).click()
    await expect(dialog.getByText('Copied!')).toBeVisible()
    expect(await wallet.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await wallet.clock.fastForward(1_500)
    await expect(dialog.getByText('Copied!')).toHaveCount(0)
    await expect(dialog.getByText('Copy Address')).toBeVisible()
  })

  await test.step('behavior: disconnecting ends the session, here and after a reload', async () => {
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    const connecting = wallet.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })
    await expect(connecting).toBeVisible()
    await wallet.reload()
    await expect(connecting).toBeVisible()
  })
})

test('behavior: shows three transactions; keeps eleven settled ones and all pending ones', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  await wallet.goto(world.portalUrl)
  await wallet.evaluate(
    ({ account }) => {
      const made = (index: number, status: string) => ({
        hash: `0x${index.toString(16).padStart(64, 'a')}`,
        description: `Old ${status} ${index}`,
        status,
      })
      const list = [
        ...Array.from({ length: 15 }, (_, index) => made(index, 'confirmed')),
        ...Array.from({ length: 4 }, (_, index) => made(index + 100, 'pending')),
      ]
      localStorage.setItem('rk-transactions', JSON.stringify({ [account]: { 56: list } }))
    },
    { account: ada },
  )
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await fillPayment(wallet, { payee: dana.address, amount: '0.5', token: 'USDC' })
  await wallet.getByRole('button', { name: /^Pay [\d.]/ }).click()
  await approve(wallet)
  await expect(wallet.getByText('Paid', { exact: true })).toBeVisible()
  const dialog = await openAccountDialog(wallet)
  await expect(dialog.getByText(/^(Old|Pay)/)).toHaveCount(3)
  const keptAs = (wanted: string) =>
    wallet.evaluate(
      ([account, one]) => {
        const all = JSON.parse(localStorage.getItem('rk-transactions') ?? '{}')[account ?? ''][56] as {
          status: string
        }[]
        return all.filter(({ status }) => status === one).length
      },
      [ada, wanted],
    )
  // RainbowKit polls a transaction less often than the payment page does.
  await expect.poll(() => keptAs('pending')).toBe(4)
  expect(await keptAs('confirmed')).toBeGreaterThanOrEqual(11)
  expect(await keptAs('confirmed')).toBeLessThanOrEqual(12)
})

test('behavior: a transaction that takes longer than five minutes stays pending until the chain settles it', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  const { client } = world.rig.chain
  const request = (method: string, ...params: unknown[]) =>
    client.request({ method: method as never, params: params as never })
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await fillPayment(wallet, { payee: dana.address, amount: '0.001' })
  await request('evm_setIntervalMining', 0)
  await request('evm_setAutomine', false)
  try {
    await wallet.getByRole('button', { name: /^Pay [\d.]/ }).click()
    await approve(wallet)
    await expect(wallet.getByText('Sent, pending')).toBeVisible()
    const dialog = await openAccountDialog(wallet)
    await expect(dialog.getByText('Pending')).toBeVisible()
    await wallet.clock.install()
    await wallet.clock.fastForward(10 * 60_000)
    await expect(dialog.getByText('Pending')).toBeVisible()
    await expect(dialog.getByText('Failed')).toHaveCount(0)
    await request('evm_setAutomine', true)
    await request('evm_setIntervalMining', 1)
    await wallet.clock.fastForward(4_000)
    await expect(dialog.getByText('Confirmed')).toBeVisible()
  } finally {
    await request('evm_setAutomine', true)
    await request('evm_setIntervalMining', 1)
  }
})
