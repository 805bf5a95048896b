import { erc20Abi, parseEther } from 'viem'
import { openRow, showTab } from '#tests/support/activityPage.ts'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, fillPayment, goTo, openAccountDialog } from '#tests/support/portalPage.ts'
import { approve } from '#tests/support/walletPage.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'

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
  await test.step('behavior: a payment is listed among the recent transactions, first pending, then confirmed, until cleared', async () => {
    const dialog = await openAccountDialog(wallet)
    const short = `${dana.address.slice(0, 6)}…${dana.address.slice(-4)}`
    await expect(dialog.getByText(`Pay 12.50 USDT to ${short}`)).toBeVisible()
    await expect(dialog.getByText('Confirmed')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'View more on explorer' })).toHaveAttribute(
      'href',
      `https://bscscan.com/address/${owners[0].address}`,
    )
    await dialog.getByRole('button', { name: 'Clear All' }).click()
    await expect(dialog.getByText(/transactions will appear here/)).toBeVisible()
    await wallet.keyboard.press('Escape')
  })
  await test.step('behavior: a sent payment can be followed from the list to what the chain says about it', async () => {
    await goTo(wallet, 'Activity')
    await showTab(wallet, 'Sent')
    const sent = wallet.getByRole('listitem').filter({ hasText: '12.50 USDT' }).first()
    await expect(sent).toContainText('Paid')
    await openRow(sent)
    await expect(wallet.getByText('Final: it can’t be reversed.')).toBeVisible()
    const said = wallet.getByRole('region', { name: 'What was paid' }).getByRole('listitem')
    await expect(said).toContainText('12.50 USDT')
    await expect(said).toContainText(dana.address)
  })

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

test('behavior: the user can stop waiting, is warned, and a late answer is still followed', {
  tag: DEEP,
}, async ({ wallet, world }) => {
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
