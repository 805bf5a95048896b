import { erc20Abi, parseEther } from 'viem'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, fillPayment, goTo } from '#tests/support/portalPage.ts'
import { approve } from '#tests/support/walletPage.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'
const [dana, eli] = influencers

test('behavior: a wallet connects, pays in a token and shows it paid, and the chain agrees', async ({
  wallet,
  world,
}) => {
  const { client } = world.rig.chain
  const balanceOf = () =>
    client.readContract({ address: USDT, abi: erc20Abi, functionName: 'balanceOf', args: [dana.address] })
  const before = await balanceOf()
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await fillPayment(wallet, { payee: dana.address, amount: '12.5', token: 'USDT' })
  await expect(wallet.getByText('12.50 USDT', { exact: true })).toBeVisible()
  await wallet.getByRole('button', { name: /^Pay [\d.]/ }).click()
  await approve(wallet, dana.address)
  await expect(wallet.getByText('Paid', { exact: true })).toBeVisible()
  expect((await balanceOf()) - before).toBe(parseEther('12.5'))
  await goTo(wallet, 'Activity')
  await expect(wallet.getByRole('listitem').filter({ hasText: '12.50 USDT' })).toContainText('Paid')

  await test.step('behavior: nothing connects automatically, on load or after a reload', async () => {
    await wallet.goto(world.portalUrl)
    await wallet.reload()
    await expect(wallet.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
    await expect(
      wallet.getByRole('heading', { name: 'Get paid in crypto. Know when it’s final.' }),
    ).toBeVisible()
  })
})

test('behavior: a user can connect and pay with all storage blocked', async ({ wallet, world }) => {
  await wallet.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
    }
  })
  await wallet.goto(world.portalUrl)
  await expect(wallet.getByText(/browser blocks storage here/)).toBeVisible()
  await connect(wallet)
  await fillPayment(wallet, { payee: dana.address, amount: '0.125' })
  // Without storage the portal cannot remember the request, so the user must confirm.
  await expect(wallet.getByRole('button', { name: /^Pay [\d.]/ })).toBeDisabled()
  await wallet.getByRole('checkbox', { name: /I’ll keep this page open until it says Paid/ }).check()
  await wallet.getByRole('button', { name: /^Pay [\d.]/ }).click()
  await approve(wallet)
  await expect(wallet.getByText('Paid', { exact: true })).toBeVisible()
})

test('behavior: the user can stop waiting, is warned, and a late answer is still followed', async ({
  wallet,
  world,
}) => {
  // The sandbox wallet's card covers the page, unlike an extension's window.
  const press = (name: string) => wallet.getByRole('button', { name, exact: true }).dispatchEvent('click')
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await fillPayment(wallet, { payee: eli.address, amount: '0.0625' })
  await wallet.getByRole('button', { name: /^Pay [\d.]/ }).click()
  await expect(wallet.getByText('Confirm 0.0625 BNB in your wallet')).toBeVisible()
  await press('Cancel waiting')
  await expect(wallet.getByText(/^You stopped waiting\. The request may still be open/)).toBeVisible()
  await approve(wallet)
  // Opened again, the page reads anew instead of at its next poll.
  await expect(async () => {
    await goTo(wallet, 'Overview')
    await goTo(wallet, 'Activity')
    const sent = wallet.getByRole('listitem').filter({ hasText: '0.0625 BNB' })
    await expect(sent).toContainText('Paid', { timeout: 1_000 })
  }).toPass({ timeout: 45_000 })
})
