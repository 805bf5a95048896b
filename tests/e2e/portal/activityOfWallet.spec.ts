import { influencers, owners } from '../../../safe-app/accounts.ts'
import { treasury } from '../../../safe-app/seed/safes.ts'
import { clearQueue, fresh, payment, queue, queued } from '../../support/activityPage.ts'
import { expect, test } from '../../support/portalFixture.ts'
import { connect, fillPayment, goTo } from '../../support/portalPage.ts'
import { approve } from '../../support/walletPage.ts'

const [, ben] = owners
const [dana] = influencers

test.afterEach(({ world }) => clearQueue(world))

/** The sandbox wallet's accounts are in the order of the personas. */
const walletOf = (index: number) => `?wallet=account:${index}`

test('behavior: without a wallet, any Safe can be opened by address or link, watched, and found again', async ({
  page,
  world,
}) => {
  await page.goto(`${world.portalUrl}#/activity`)
  const card = page.getByRole('region', { name: 'Look at a Safe' })
  await card.getByLabel('Address of a Safe').fill('eth:0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4')
  await card.getByRole('button', { name: 'Look at it' }).click()
  await expect(card.getByRole('alert')).toContainText('This is a Safe on another network.')
  await card
    .getByLabel('Address of a Safe')
    .fill(`https://app.safe.global/transactions/queue?safe=bnb:${treasury.address}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 of 3 owners sign.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Watch' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Watched in this browser' })).toBeVisible()
  await page.getByRole('link', { name: '← Activity' }).click()
  const watched = page.getByRole('list', { name: 'Safes that you watch' })
  await expect(watched.getByRole('listitem')).toContainText(/\d+ queued/)
  await watched.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Queue' })).toBeVisible()
  expect(page.url()).toContain(`#/activity/safe/${treasury.address}`)
})

test('error: an address without a contract and a broken link each get their own message', async ({
  page,
  world,
}) => {
  await page.goto(`${world.portalUrl}#/activity/safe/${dana.address}`)
  await expect(page.getByText('There is no contract at this address.')).toBeVisible()
  await page.goto(`${world.portalUrl}#/activity/safe/0x12`)
  await expect(page.getByRole('alert')).toContainText('This is neither an address nor a link to a Safe.')
  await page.goto(`${world.portalUrl}#/activity/safe/${treasury.address}/0xzz`)
  await expect(page.getByRole('alert')).toContainText('The link names no proposal of a Safe.')
  await page.goto(`${world.portalUrl}#/activity/safe/${treasury.address}/0x${'ab'.repeat(32)}`)
  await expect(page.getByRole('alert')).toContainText('No source knows this proposal.')
})

test('behavior: an influencer sees an incoming payment while it waits for signatures, in the queue and beside the Safe', async ({
  wallet,
  world,
}) => {
  const n = fresh()
  await queue(world, payment(dana.address, `${n}.01`, 'USDT'))
  await wallet.goto(`${world.portalUrl}${walletOf(dana.index)}#/activity/safe/${treasury.address}`)
  await connect(wallet)
  await expect(queued(wallet, `Coming to you: ${n}.01 USDT, 1 of 2 signatures`)).toBeVisible()
  await wallet.getByRole('button', { name: 'Watch' }).click()
  await goTo(wallet, 'Activity')
  const watched = wallet.getByRole('list', { name: 'Safes that you watch' })
  await expect(watched.getByText(`Coming to you: ${n}.01 USDT, 1 of 2 signatures`)).toBeVisible()
})

test('behavior: the queue asks an owner for their own missing signature', async ({ wallet, world }) => {
  const n = fresh()
  await queue(world, payment(dana.address, `${n}.01`, 'USDT'))
  await wallet.goto(`${world.portalUrl}${walletOf(ben.index)}#/activity/safe/${treasury.address}`)
  await connect(wallet)
  await expect(queued(wallet, `${n}.01 USDT`)).toContainText('Needs your signature (1 of 2)')
  await expect(queued(wallet, `${n}.01 USDT`)).toContainText('(you)')
  await expect(wallet.getByText('you are one of them')).toBeVisible()
})

test('behavior: received payments are listed with their coverage, including BNB that a Safe passed on', async ({
  wallet,
  world,
}) => {
  await wallet.goto(`${world.portalUrl}${walletOf(influencers[4].index)}#/activity`)
  await connect(wallet)
  const received = wallet.getByRole('region', { name: 'Received' })
  await expect(received).toContainText('0.25 BNB passed on by a contract, such as a Safe')
  await expect(received).toContainText(/USDT, USDC, FDUSD and DAI since block \d+, \d+ \w+ 2026/)
  await expect(received).toContainText(/BNB since block \d+/)
  // A balance is reported by one node only; a token's receipt is proof.
  await expect(received.getByRole('listitem').filter({ hasText: 'passed on' })).toContainText('says one node')
  await expect(received.getByRole('link', { name: 'All payments on the explorer' })).toBeVisible()
})

test('error: nodes without logs or past balances are reported, not shown as an empty list', async ({
  wallet,
  world,
}) => {
  world.rpcFaults({ logsOff: true, stateDepth: 1 })
  await wallet.goto(`${world.portalUrl}${walletOf(dana.index)}#/activity`)
  await connect(wallet)
  const received = wallet.getByRole('region', { name: 'Received' })
  await expect(received).toContainText('Tokens: no endpoint lets this page read transfers.')
  await expect(received.getByText('No payment in the blocks that could be read.')).toBeVisible()
  world.rpcFaults({ logsOff: false, stateDepth: null })
  await received.getByRole('button', { name: 'Look further back' }).click()
  const payment = received.getByRole('listitem').filter({ hasText: '250 USDT from' })
  await expect(payment.getByText('Received', { exact: true })).toBeVisible()
})

test('behavior: a sent payment can be followed from the list to what the chain says about it', async ({
  wallet,
  world,
}) => {
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await fillPayment(wallet, { payee: dana.address, amount: '0.125' })
  await wallet.getByRole('button', { name: 'Pay', exact: true }).click()
  await approve(wallet)
  await expect(wallet.getByText('Paid', { exact: true })).toBeVisible({ timeout: 30_000 })
  await goTo(wallet, 'Activity')
  const sent = wallet.getByRole('region', { name: 'Sent from this browser' })
  await sent
    .getByRole('listitem')
    .filter({ hasText: '0.125 BNB' })
    .getByRole('link', { name: 'Details' })
    .click()
  const said = wallet.getByRole('region', { name: 'What the chain says' })
  await expect(said).toContainText('The block is final: this cannot be undone.')
  await expect(said.getByRole('listitem')).toContainText('0.125 BNB')
  await expect(said.getByRole('listitem')).toContainText(dana.address)
})

test('error: an unknown hash is reported as unknown, and an invalid hash is rejected at the field', async ({
  page,
  world,
}) => {
  await page.goto(`${world.portalUrl}#/activity`)
  const card = page.getByRole('region', { name: 'Look up a payment' })
  await card.getByLabel('Transaction hash').fill('paid, I promise')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('alert')).toContainText('This is no transaction hash')
  await card.getByLabel('Transaction hash').fill(`https://bscscan.com/tx/0x${'cd'.repeat(32)}`)
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('No node that was asked knows this transaction.', { exact: false }),
  ).toBeVisible()
})
