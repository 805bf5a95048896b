import { violations } from '#tests/support/axe.ts'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { openReceipt } from '#tests/support/receiptPage.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const [dana] = influencers

test('behavior: in a tab a receipt is two clicks from Activity, takes a note and prints; a wrong log index has no receipt', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  const said = await openReceipt(wallet, world.portalUrl)
  await expect(said.getByText('Paid, final', { exact: true })).toBeVisible()
  await expect(said).toContainText('250 USDT')
  await expect(said).toContainText(dana.address)
  await expect(said).toContainText(treasury.address)

  await wallet.getByLabel('Note on the receipt', { exact: true }).fill('  Reel,\u200b  “November” ')
  await wallet.getByRole('button', { name: 'Add', exact: true }).click()
  const note = said.getByText('Reel, “November”')
  await expect(note).toBeVisible()
  const url = wallet.url()
  await expect(wallet.getByLabel('Link of the receipt')).toHaveValue(url.replace(/\?wallet=account:\d+/, ''))
  await wallet.reload()
  await expect(note).toBeVisible()
  await expect(said.getByText('Paid, final', { exact: true })).toBeVisible()
  expect(await violations(wallet)).toEqual([])

  await wallet.emulateMedia({ media: 'print' })
  await expect(wallet.getByRole('banner')).toBeHidden()
  await expect(wallet.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(wallet.getByRole('img', { name: 'QR code of the receipt' })).toBeVisible()
  await expect(note).toBeVisible()
  await wallet.emulateMedia({ media: 'screen' })
  await expect(wallet.getByRole('button', { name: 'Print' })).toBeVisible()

  await wallet.goto(url.replace(/\/log-\d+/, '/log-7777'))
  const alert = wallet.getByRole('alert')
  await expect(alert.getByText('No such transfer', { exact: true })).toBeVisible()
  await expect(alert).toContainText('This transaction has no transfer in its log 7777.')
  await expect(wallet.getByRole('main')).not.toContainText('250 USDT')
  await expect(said).toHaveCount(0)
  await expect(wallet.getByRole('region', { name: 'Share this receipt' })).toHaveCount(0)
  await wallet.goto(url.replace('/receipt/56/', '/receipt/1/'))
  await expect(alert).toContainText('The link is for another network.')
})
