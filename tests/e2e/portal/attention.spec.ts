import { parseEther } from 'viem'
import { fresh } from '#tests/support/activityPage.ts'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, goTo } from '#tests/support/portalPage.ts'
import { influencers, stranger } from '../../../safe-app/accounts.ts'

const [dana] = influencers

test('behavior: a paid request waits on the Overview and in the title until its maker has seen it', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  const amount = `0.0${fresh()}2`
  await wallet.goto(`${world.portalUrl}?wallet=account:${dana.index}#/get-paid`)
  await connect(wallet)
  await wallet.getByLabel('Amount', { exact: true }).fill(amount)
  await wallet.getByLabel('Token').selectOption({ label: 'BNB' })
  await wallet.getByLabel('What is it for?').fill('Story about a lake')
  const signs = wallet.getByRole('checkbox', { name: /^Sign/ })
  if (await signs.isChecked()) await signs.uncheck()
  await wallet.getByRole('button', { name: /^Create/ }).click()
  await expect(wallet.getByRole('heading', { level: 1, name: `${amount} BNB` })).toBeVisible()
  await goTo(wallet, 'Overview')
  const card = wallet.getByRole('region', { name: 'Needs your attention' })
  await expect(card).toContainText('Watching 1 open request.')
  await expect(wallet).toHaveTitle('Influencer Portal')

  const { client } = world.rig.chain
  await client.sendTransactionSync({
    account: stranger.address,
    to: dana.address,
    value: parseEther(amount),
    gas: 21_000n,
  })
  await client.mine({ blocks: 4 })
  const row = card.getByRole('listitem')
  await expect(row).toContainText(`${amount} BNB was paid`)
  await expect(wallet).toHaveTitle('(1) Influencer Portal')
  await goTo(wallet, 'Pay')
  await expect(wallet).toHaveTitle('(1) Pay')
  await goTo(wallet, 'Overview')
  await row.getByRole('link', { name: 'View' }).click()
  await expect(wallet.getByRole('heading', { level: 1, name: `${amount} BNB` })).toBeVisible()
  await expect(wallet.getByText(/Paid/).first()).toBeVisible()
  await goTo(wallet, 'Overview')
  await expect(wallet.getByRole('region', { name: 'Latest' })).toBeVisible()
  await expect(card).toHaveCount(0)
  await expect(wallet).toHaveTitle('Influencer Portal')
})
