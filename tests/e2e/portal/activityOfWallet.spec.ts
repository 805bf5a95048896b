import {
  clearQueue,
  fresh,
  openRow,
  openTool,
  payment,
  queue,
  queued,
  showTab,
} from '#tests/support/activityPage.ts'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, goTo } from '#tests/support/portalPage.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'

const [, ben] = owners
const [dana] = influencers

test.afterEach(({ world }) => clearQueue(world))

/** The sandbox wallet's accounts are in the order of the personas. */
const walletOf = (index: number) => `?wallet=account:${index}`

test('behavior: without a wallet, any Safe can be opened by address or link, watched, and found again with what comes to the reader', async ({
  wallet: page,
  world,
}) => {
  const n = fresh()
  await queue(world, payment(dana.address, `${n}.01`, 'USDT'))
  await page.goto(`${world.portalUrl}${walletOf(dana.index)}#/activity`)
  await openTool(page, 'Watch a Safe')
  const card = page.getByRole('region', { name: 'Which Safe?' })
  await card.getByLabel('Address of the Safe').fill('eth:0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4')
  await card.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(card.getByRole('alert')).toContainText('This is a Safe on another network.')
  await card
    .getByLabel('Address of the Safe')
    .fill(`https://app.safe.global/transactions/queue?safe=bnb:${treasury.address}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 of 3 owners must sign.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Watch' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Watched in this browser' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Activity', exact: true }).click()
  const watched = page.getByRole('list', { name: 'Safes that you watch' })
  await expect(watched.getByRole('listitem')).toContainText(/\d+ queued/)
  await watched.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Queue' })).toBeVisible()
  expect(page.url()).toContain(`#/activity/safe/${treasury.address}`)
  await test.step('behavior: an influencer sees an incoming payment while it waits for signatures, in the queue and beside the Safe', async () => {
    await connect(page)
    await expect(queued(page, `Coming to you: ${n}.01 USDT, 1 of 2 signatures`)).toBeVisible()
    await goTo(page, 'Activity')
    await expect(watched.getByText(`Coming to you: ${n}.01 USDT, 1 of 2 signatures`)).toBeVisible()
  })
  await test.step('error: an address without a contract and a broken link each get their own message', async () => {
    await page.goto(`${world.portalUrl}#/activity/safe/${dana.address}`)
    await expect(page.getByText('No Safe at this address')).toBeVisible()
    await page.goto(`${world.portalUrl}#/activity/safe/0x12`)
    await expect(page.getByText('This is neither an address nor a link to a Safe.')).toBeVisible()
    await page.goto(`${world.portalUrl}#/activity/safe/${treasury.address}/0xzz`)
    await expect(page.getByText('This link names no proposal of a Safe')).toBeVisible()
    await page.goto(`${world.portalUrl}#/activity/safe/${treasury.address}/0x${'ab'.repeat(32)}`)
    await expect(page.getByText('Proposal not found')).toBeVisible()
  })
})

test('behavior: the queue asks an owner for their own missing signature', { tag: DEEP }, async ({
  wallet,
  world,
}) => {
  const n = fresh()
  await queue(world, payment(dana.address, `${n}.01`, 'USDT'))
  await wallet.goto(`${world.portalUrl}${walletOf(ben.index)}#/activity/safe/${treasury.address}`)
  await connect(wallet)
  await expect(queued(wallet, `${n}.01 USDT`)).toContainText('Needs your signature (1 of 2)')
  await expect(queued(wallet, `${n}.01 USDT`)).toContainText('(you)')
  await expect(wallet.getByText('you are one of them')).toBeVisible()
})

test('behavior: received payments are listed with their coverage, including BNB that a Safe passed on', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  await wallet.goto(`${world.portalUrl}${walletOf(influencers[4].index)}#/activity`)
  await connect(wallet)
  await showTab(wallet, 'Received')
  const received = wallet.getByRole('region', { name: 'History' })
  const passedOn = received.getByRole('listitem').filter({ hasText: 'From a Safe or contract' })
  await expect(passedOn).toContainText('0.25 BNB')
  await expect(received).toContainText(/Tokens since \d+ \w+ 2026/)
  await expect(received).toContainText(/BNB since \d+ \w+ 2026/)
  // A balance is reported by one node only; a token's receipt is proof.
  await expect(passedOn).toContainText('Received, not verified')
  await expect(received.getByRole('link', { name: 'View on BscScan' })).toBeVisible()
})

test('behavior: from the Overview a payment is found, opened and understood in two clicks', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  await wallet.goto(`${world.portalUrl}${walletOf(dana.index)}`)
  await connect(wallet)
  await wallet.getByRole('region', { name: 'Latest' }).getByRole('link', { name: 'View all' }).click()
  const history = wallet.getByRole('region', { name: 'History' })
  await openRow(history.getByRole('listitem').filter({ hasText: '+250 USDT' }).first())
  await expect(wallet.getByRole('main').getByText('Final: it can’t be reversed.')).toBeVisible()
  const paid = wallet.getByRole('region', { name: 'What was paid' }).getByRole('listitem')
  await expect(paid).toContainText('250 USDT')
  await expect(paid).toContainText('you')
})

test('error: nodes without logs or past balances are reported, not shown as an empty list', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  await world.safe.faults.rpc.set({ logsOff: true, stateDepth: 1 })
  await wallet.goto(`${world.portalUrl}${walletOf(dana.index)}#/activity`)
  await connect(wallet)
  await showTab(wallet, 'Received')
  const received = wallet.getByRole('region', { name: 'History' })
  await expect(received).toContainText('Token payments can’t be loaded here. See BscScan.')
  await expect(received.getByText('No payments found in this period')).toBeVisible()
  await world.safe.faults.rpc.set({ logsOff: false, stateDepth: null })
  await received.getByRole('button', { name: 'Load older' }).click()
  const payment = received.getByRole('listitem').filter({ hasText: /^From .*\+250 USDT/ })
  await expect(payment.getByText('Received', { exact: true })).toBeVisible()
})

test('error: an unknown hash is reported as unknown, and an invalid hash is rejected at the field', {
  tag: DEEP,
}, async ({ page, world }) => {
  await page.goto(`${world.portalUrl}#/activity`)
  await openTool(page, 'Check a transaction')
  const card = page.getByRole('region', { name: 'Is it paid?' })
  await card.getByLabel('Transaction').fill('paid, I promise')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('alert')).toContainText('That’s not a transaction hash.')
  await card.getByLabel('Transaction').fill(`https://bscscan.com/tx/0x${'cd'.repeat(32)}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not found on BNB Smart Chain.')).toBeVisible()
})
