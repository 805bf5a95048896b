import { owners } from '../../../safe-app/accounts.ts'
import { IMITATION_TOKEN, setTokenBalance } from '../../../safe-app/chain/localTokens.ts'
import { payeeAt } from '../../support/payeeAt.ts'
import { fileOf, pasteRows, pressReady } from '../../support/payPage.ts'
import { expect, test } from '../../support/portalFixture.ts'
import { connect, goTo, type Portal } from '../../support/portalPage.ts'
import { timesPaid } from '../../support/timesPaid.ts'
import { approve } from '../../support/walletPage.ts'

const [ada] = owners

const row = (portal: Portal, line: number) => portal.getByRole('group', { name: `Line ${line}`, exact: true })

test.beforeEach(async ({ wallet, world }) => {
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await goTo(wallet, 'Pay')
})

test('behavior: reads more than a megabyte in pieces, shows the progress and can be cancelled at once', async ({
  wallet,
}) => {
  test.setTimeout(90_000)
  const text = fileOf(25_000, 1)
  expect(text.length).toBeGreaterThan(1_000_000)
  // Slow like a phone, so that the test has time to press Cancel.
  const session = await wallet.context().newCDPSession(wallet)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 10 })
  await pasteRows(wallet, text)
  const reading = wallet.getByRole('region', { name: 'Reading the rows' })
  await expect(reading.getByRole('status')).toHaveText(/^[\d,]+ of 25,001 rows$|^[\d,]+ of 25,000 rows$/)
  await reading.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(reading.getByRole('alert')).toHaveText('You stopped the reading. Nothing was taken over.')
  await expect(wallet.getByRole('button', { name: /^Review/ })).toHaveCount(0)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await reading.getByRole('button', { name: 'Read them' }).press('Enter')
  await expect(wallet.getByRole('region', { name: 'What was read' })).toContainText(
    '25,001 lines: 25,000 rows, 1 header',
    { timeout: 30_000 },
  )
  await expect(wallet.getByRole('button', { name: 'Review 25,000 payments' })).toBeVisible()
})

test('behavior: an unknown token is offered, read from the chain, marked unverified throughout, and paid', async ({
  wallet,
  world,
}, { repeatEachIndex }) => {
  const { address } = IMITATION_TOKEN
  const payees = [0, 1].map((index) => payeeAt(7_000 + repeatEachIndex * 10 + index))
  await setTokenBalance(world.rig.chain.client, address, ada.address, 10n ** 20n)
  const rows = payees.map((payee, index) => `${payee},${index + 1}.5,${address}`)
  const text = ['receiver,amount,token', ...rows].join('\n')
  await wallet.getByRole('textbox', { name: 'Rows', exact: true }).fill(text)
  await wallet.getByRole('button', { name: 'Read them' }).click()
  const report = wallet.getByRole('region', { name: 'What was read' })
  await expect(report).toContainText('3 lines: 2 errors, 1 header')
  const offer = wallet.getByRole('alert').filter({ hasText: 'A token that is not known here' })
  await expect(offer).toContainText(address)
  await offer.getByRole('button', { name: 'Read its decimals from the chain' }).click()
  await expect(report).toContainText('3 lines: 2 rows, 1 header')
  await expect(row(wallet, 2)).toContainText('Unverified token')
  await pressReady(wallet, 'Review 2 payments')
  const review = wallet.getByRole('region', { name: 'Review', exact: true })
  await expect(review).toContainText('Unverified token: anybody can make one')
  await expect(review).toContainText(address)
  await pressReady(wallet, 'Pay in 2 parts')
  await approve(wallet)
  await approve(wallet)
  await expect(wallet.getByText('2 paid', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(await timesPaid(world.rig, address, ada.address, payees)).toEqual([1, 1])
  await wallet.getByRole('link', { name: 'Receipt of row 1', exact: true }).click()
  await expect(wallet.getByRole('region', { name: 'Payment' })).toContainText('Unverified token')
})

test('behavior: the keyboard moves through a long list by line, by page, and to the next error on any page', async ({
  wallet,
}) => {
  const lines = fileOf(5_100, 1).split('\n')
  lines[5_080] = `${lines[5_080]}`.replace(/,USDT$/, ',BUSD')
  const file = { name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await wallet.getByLabel('Choose a file').setInputFiles(file)
  const list = wallet.getByRole('list', { name: 'Rows of the payout' })
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '5100')

  // Each line has links and buttons; the rendered window follows the focus.
  await row(wallet, 2).getByRole('button', { name: 'Edit line 2' }).focus()
  for (let line = 2; line < 30; line++) {
    await expect(row(wallet, line).getByRole('button', { name: `Edit line ${line}` })).toBeFocused()
    for (let presses = 0; presses < 8; presses++) {
      await wallet.keyboard.press('Tab')
      const label = await wallet.locator(':focus').getAttribute('aria-label')
      if (label === `Edit line ${line + 1}`) break
    }
  }
  expect(await list.getByRole('listitem').count()).toBeLessThan(60)

  const pages = wallet.getByText(/ of 5,100$/)
  await expect(pages.first()).toHaveText('1 to 5,000 of 5,100')
  await wallet.getByRole('button', { name: 'Later' }).first().press('Enter')
  await expect(pages.first()).toHaveText('5,001 to 5,100 of 5,100')
  await expect(row(wallet, 5_002)).toBeVisible()
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-posinset', '5001')
  await wallet.getByRole('button', { name: 'Earlier' }).first().press('Enter')
  await expect(row(wallet, 2)).toBeVisible()

  await wallet.getByRole('button', { name: 'Next error' }).press('Enter')
  await expect(row(wallet, 5_081).locator(':focus')).toHaveAccessibleDescription(/^BUSD is not known\./)
  await expect(pages.first()).toHaveText('5,001 to 5,100 of 5,100')
})
