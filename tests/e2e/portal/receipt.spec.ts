import { influencers } from '../../../safe-app/accounts.ts'
import { treasury } from '../../../safe-app/seed/safes.ts'
import { violations } from '../../support/axe.ts'
import { app, appFrame, openHost } from '../../support/hostPage.ts'
import { expect, test } from '../../support/portalFixture.ts'
import { connect, goTo } from '../../support/portalPage.ts'

const [dana] = influencers

test('behavior: in a tab a receipt is two clicks from Activity, takes a note and prints; a wrong log index has no receipt', async ({
  wallet,
  world,
}) => {
  await wallet.goto(`${world.portalUrl}?wallet=account:${dana.index}#/activity`)
  await connect(wallet)
  const received = wallet.getByRole('region', { name: 'Received' })
  const payment = received.getByRole('listitem').filter({ hasText: '250 USDT from' })
  await payment.getByRole('link', { name: 'Details' }).click()
  await wallet.getByRole('link', { name: 'Receipt of 250 USDT' }).click()

  const said = wallet.getByRole('region', { name: 'Payment' })
  await expect(said.getByText('Paid', { exact: true })).toBeVisible()
  await expect(said).toContainText('250 USDT')
  await expect(said).toContainText(dana.address)
  await expect(said).toContainText(treasury.address)

  await wallet.getByLabel('Your note', { exact: true }).fill('  Reel,\u200b  “November” ')
  await wallet.getByRole('button', { name: 'Put it into the link' }).click()
  const note = said.getByText('Reel, “November”')
  await expect(note).toBeVisible()
  const url = wallet.url()
  await expect(wallet.getByLabel('Link of the receipt')).toHaveValue(url.replace(/\?wallet=account:\d+/, ''))
  await wallet.reload()
  await expect(note).toBeVisible()
  await expect(said.getByText('Paid', { exact: true })).toBeVisible()
  expect(await violations(wallet)).toEqual([])

  await wallet.emulateMedia({ media: 'print' })
  await expect(wallet.getByRole('banner')).toBeHidden()
  await expect(wallet.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(wallet.getByRole('img', { name: 'QR code of the receipt' })).toBeVisible()
  await expect(note).toBeVisible()
  await wallet.emulateMedia({ media: 'screen' })
  await expect(wallet.getByRole('button', { name: 'Print' })).toBeVisible()

  await wallet.goto(url.replace(/\/log-\d+/, '/log-7777'))
  await expect(said.getByText('No such transfer', { exact: true })).toBeVisible()
  await expect(said).toContainText('This transaction has no transfer in its log 7777.')
  await expect(said).not.toContainText('250 USDT')
  await expect(wallet.getByRole('region', { name: 'Hand it on' })).toHaveCount(0)
  await wallet.goto(url.replace('/receipt/56/', '/receipt/1/'))
  await expect(wallet.getByRole('alert')).toContainText('The link is for another network.')
})

test('behavior: in a Safe every row of a payout has a receipt, BNB as the Safe reports it, and printing opens a tab', async ({
  page,
  world,
}) => {
  await openHost(page, world.hostUrl, { appUrl: world.portalUrl, safe: treasury.address, owner: 0 })
  const portal = app(page)
  await goTo(portal, 'Activity')
  const history = portal.getByRole('region', { name: 'History' })
  const payout = history.getByRole('listitem').filter({ hasText: '5 payments:' })
  await payout.getByRole('link', { name: 'Receipts' }).click()
  await expect(
    portal.getByRole('list', { name: 'Transfers' }).getByRole('link', { name: /^Receipt of/ }),
  ).toHaveCount(5)
  await portal.getByRole('link', { name: 'Receipt of 0.25 BNB' }).click()
  const said = portal.getByRole('region', { name: 'Payment' })
  await expect(said.getByText('Paid, says the payer’s Safe')).toBeVisible()
  await expect(said).toContainText('0.25 BNB')
  await expect(said).toContainText(treasury.address)
  await expect(portal.getByRole('button', { name: 'Print' })).toHaveCount(0)
  const own = portal.getByRole('link', { name: 'Open in its own tab, to print it' })
  await expect(own).toHaveAttribute('href', (await appFrame(page)).url())
  await said.getByRole('link', { name: 'All of this transaction' }).click()
  await expect(portal.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
})
