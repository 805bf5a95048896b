import { erc20Abi, parseEther } from 'viem'
import { influencers, owners } from '../../../safe-app/accounts.ts'
import { solo } from '../../../safe-app/seed/safes.ts'
import { payeeAt } from '../../support/payeeAt.ts'
import { fileOf, pressReady, readRows } from '../../support/payPage.ts'
import { expect, test } from '../../support/portalFixture.ts'
import { connect, fillPayment, goTo } from '../../support/portalPage.ts'
import { approve, card, refuse, walletSettings } from '../../support/walletPage.ts'

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
  await expect(wallet.getByText('12.50 USDT')).toBeVisible()
  await wallet.getByRole('button', { name: 'Pay', exact: true }).click()
  await approve(wallet, dana.address)
  await expect(wallet.getByText('Paid', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect((await balanceOf()) - before).toBe(parseEther('12.5'))
  await goTo(wallet, 'Activity')
  await expect(wallet.getByRole('listitem').filter({ hasText: '12.50 USDT' })).toContainText('Paid')

  await test.step('behavior: nothing connects automatically, on load or after a reload', async () => {
    await wallet.goto(world.portalUrl)
    await wallet.reload()
    await expect(wallet.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
    await expect(wallet.getByRole('heading', { name: 'Get paid and pay on BNB Smart Chain' })).toBeVisible()
  })
})

test('behavior: pays BNB to an address with its chain prefix', async ({ wallet, world }) => {
  const { client } = world.rig.chain
  const before = await client.getBalance({ address: eli.address })
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await fillPayment(wallet, { payee: `bnb:${eli.address}`, amount: '0.25' })
  await wallet.getByRole('button', { name: 'Pay', exact: true }).click()
  await approve(wallet)
  await expect(wallet.getByText('Paid', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect((await client.getBalance({ address: eli.address })) - before).toBe(parseEther('0.25'))
})

test('behavior: a rejected payment shows its result and can be requested again', async ({
  wallet,
  world,
}) => {
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await fillPayment(wallet, { payee: eli.address, amount: '0.5' })
  await wallet.getByRole('button', { name: 'Pay', exact: true }).click()
  await refuse(wallet)
  await expect(wallet.getByText('You rejected the request in your wallet.')).toBeVisible()
  await expect(wallet.getByText('Nothing was sent.')).toBeVisible()
  await expect(wallet.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled()
  await goTo(wallet, 'Activity')
  await expect(wallet.getByRole('listitem').filter({ hasText: '0.50 BNB' })).toHaveCount(0)
})

test('behavior: A25: while the wallet is open, the review names the open request and nothing of an earlier payment', async ({
  wallet,
  world,
}) => {
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await fillPayment(wallet, { payee: dana.address, amount: '5.125', token: 'USDT' })
  await pressReady(wallet, 'Pay')
  await expect(card(wallet)).toContainText(dana.address)
  const review = wallet.getByRole('region', { name: 'Review', exact: true })
  await expect(review.getByText('Confirm 5.125 USDT in your wallet', { exact: true })).toBeVisible()
  await expect(review).toContainText(`Check in your wallet: 5.125 USDT to ${dana.address}.`)
  await expect(review).not.toContainText(/made or asked for already|PAY AGAIN/)
  await refuse(wallet)
  await expect(wallet.getByText('Nothing was sent.')).toBeVisible()
  await expect(review).not.toContainText(/made or asked for already|PAY AGAIN/)
})

test('behavior: A26: rejecting payment 3 of 4 names the rejected one and counts the paid and remaining ones', async ({
  wallet,
  world,
}) => {
  test.setTimeout(120_000)
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await readRows(wallet, fileOf(4, 7_300))
  await pressReady(wallet, 'Pay in 4 parts')
  for (const index of [0, 1]) {
    await expect(card(wallet)).toContainText(payeeAt(7_300 + index).slice(2, 8), {
      timeout: 30_000,
      ignoreCase: true,
    })
    await approve(wallet)
  }
  await expect(card(wallet)).toContainText(payeeAt(7_302).slice(2, 8), {
    timeout: 30_000,
    ignoreCase: true,
  })
  await refuse(wallet)
  await expect(wallet.getByText('You rejected payment 3 of 4. It was not sent.')).toBeVisible()
  await expect(wallet.getByText('2 of 4 are paid; 2 are left.')).toBeVisible()
  await expect(wallet.getByText('Nothing was sent.')).toHaveCount(0)
})

test('error: faults of a payment are shown before the wallet is asked', async ({ wallet, world }) => {
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  const back = wallet.getByRole('button', { name: 'Back' })
  await test.step('error: every wrong field shows its error in place, and the wallet is not asked', async () => {
    const cases = [
      { payee: '', amount: '', says: ['Enter the address of the person you pay.', 'Enter an amount.'] },
      { payee: dana.address.replace('F', 'f'), amount: '1', says: [/upper and lower case do not fit/] },
      { payee: `eth:${dana.address}`, amount: '1', says: [/marked for another network/] },
      { payee: USDT, amount: '1', says: [/USDT token contract/] },
      { payee: owners[0].address, amount: '1', says: ['This is the paying account itself.'] },
      { payee: dana.address, amount: '1,000.5', says: [/without separators/] },
      { payee: dana.address, amount: '0x10', says: [/in digits with a point/] },
      { payee: dana.address, amount: '0.0000000000000000001', says: [/18 decimals at the most/] },
      { payee: dana.address, amount: '0', says: ['Enter an amount above zero.'] },
    ]
    for (const { payee, amount, says } of cases) {
      await fillPayment(wallet, { payee, amount })
      for (const text of says) await expect(wallet.getByText(text)).toBeVisible()
      await expect(wallet.getByRole('heading', { name: 'Review' })).toHaveCount(0)
    }
  })
  await test.step('error: an amount above the balance cannot be sent', async () => {
    await fillPayment(wallet, { payee: dana.address, amount: '9999999', token: 'USDT' })
    await expect(wallet.getByText(/The account holds only/)).toBeVisible()
    await expect(wallet.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled()
    await back.click()
  })
  await test.step('error: a payment needs confirmation of its payee, and a new one for another payee (A15)', async () => {
    await fillPayment(wallet, { payee: dana.address.toLowerCase(), amount: '1' })
    const noChecksum = wallet.getByRole('checkbox', { name: /is all in one case/ })
    await expect(noChecksum).toBeVisible()
    await expect(wallet.getByText('Confirm what is said about the payee above.')).toBeVisible()
    const review = wallet.getByRole('region', { name: 'Review', exact: true })
    await expect(review).toHaveCount(0)
    await noChecksum.check()
    await wallet.getByLabel('Pay to').fill(dana.address)
    await expect(noChecksum).toHaveCount(0)
    await wallet.getByLabel('Pay to').fill(dana.address.toLowerCase())
    await expect(noChecksum).not.toBeChecked()

    await wallet.getByLabel('Pay to').fill(solo.address)
    await wallet.getByRole('checkbox', { name: /is a contract\. A Safe is one, too/ }).check()
    await wallet.getByRole('button', { name: 'Review' }).press('Enter')
    await expect(review).toContainText(solo.address)
    await back.click()
  })
  await test.step('behavior: switching the wallet’s account makes the review stale and keeps the rows', async () => {
    await fillPayment(wallet, { payee: dana.address, amount: '3', token: 'USDC' })
    const settings = await walletSettings(wallet)
    await settings.getByLabel(/^Account/).selectOption({ label: owners[1].name })
    await expect(wallet.getByText('The account has changed.')).toBeVisible()
    await expect(wallet.getByLabel('Pay to')).toHaveValue(dana.address)
    await expect(wallet.getByLabel('Amount')).toHaveValue('3')
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
  await expect(wallet.getByText(/does not let this page store anything/)).toBeVisible()
  await connect(wallet)
  await fillPayment(wallet, { payee: dana.address, amount: '0.125' })
  // Without storage the portal cannot remember the request, so the user must confirm.
  await expect(wallet.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled()
  await wallet.getByRole('checkbox', { name: /I’ll keep this page open until the payment is final/ }).check()
  await wallet.getByRole('button', { name: 'Pay', exact: true }).click()
  await approve(wallet)
  await expect(wallet.getByText('Paid', { exact: true })).toBeVisible({ timeout: 30_000 })
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
  await wallet.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(wallet.getByText('Confirm 0.0625 BNB in your wallet')).toBeVisible()
  await press('Stop waiting')
  await expect(wallet.getByText('You stopped waiting, but the request may still be open.')).toBeVisible()
  await press('Review')
  await expect(wallet.getByText('This payment was made or asked for already.')).toBeVisible()
  await expect(wallet.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled()
  await approve(wallet)
  await goTo(wallet, 'Activity')
  await expect(wallet.getByRole('listitem').filter({ hasText: '0.0625 BNB' })).toContainText('Paid', {
    timeout: 45_000,
  })
  await goTo(wallet, 'Overview')
  await expect(wallet.getByText('A payment of which no answer was seen was asked for indeed.')).toBeVisible()
  await wallet.getByRole('link', { name: 'See where it stands' }).press('Enter')
  await expect(wallet.getByText('Paid', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('behavior: on another network the portal says so, and paying waits for the switch', async ({
  wallet,
  world,
}) => {
  await wallet.goto(`${world.portalUrl}?wallet=chain:1,noSwitch:4200`)
  await wallet.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  await wallet.getByRole('dialog').getByRole('button', { name: 'Sandbox Wallet' }).click()
  await approve(wallet)
  await expect(wallet.getByRole('button', { name: 'Wrong network' })).toBeVisible()
  await fillPayment(wallet, { payee: eli.address, amount: '1' })
  await expect(wallet.getByText('Wrong network detected, switch or disconnect to continue.')).toBeVisible()
  await expect(wallet.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled()
})
