import { DEEP } from '#tests/support/deep.ts'
import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, fillPayment, goTo } from '#tests/support/portalPage.ts'
import { solo } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'

/** The longest time (ms of the page) a spinner may be shown. */
const PATIENCE = 10_000
/** The longest delay before a failed read is retried (ms). */
const LONGEST_WAIT = 30_000

test('error: an RPC and a Safe service, each of which is down, show an error in place and recover by themselves', {
  tag: DEEP,
}, async ({ page, world }) => {
  await world.safe.faults.rpc.set({ down: true })
  const portal = await world.safe.openApp(page, world.portalUrl)
  // On a slow machine a late read may be said beside it.
  const alert = (text: string) => portal.getByRole('alert').filter({ hasText: text }).first()
  await test.step('error: an RPC that is down shows an error in place, keeps the queue, and recovers by itself', async () => {
    const card = portal.getByRole('region', { name: 'Balances' })
    await expect(alert('Can’t reach BNB Smart Chain.')).toBeVisible()
    await expect(card).toContainText('Couldn’t load.')
    await expect(
      portal.getByRole('region', { name: 'Needs your attention' }).getByRole('listitem').first(),
    ).toBeVisible()
    await world.safe.faults.rpc.set(off)
    await expect(card).toContainText('USDT')
    await expect(portal.getByRole('alert')).toHaveCount(0)
  })

  await test.step('error: a Safe service that is down shows an error in place, keeps the rest, and recovers by itself', async () => {
    await expect(portal.getByText('2 of 3 owners must sign')).toBeVisible()
    await page.clock.install()
    // The host uses the same service, so only the path of the portal's lists fails.
    await world.safe.faults.service.set({ down: true, match: '/transactions/history' })
    await goTo(portal, 'Activity')
    const card = portal.getByRole('region', { name: 'History' })
    await expect(card).toBeVisible()
    const queued = portal.getByRole('region', { name: 'Queue' }).getByRole('listitem').first()
    // Wait first: jumping the clock ends open requests, and after a 429 no more requests are sent.
    await expect(queued).toBeVisible()
    await page.clock.fastForward(PATIENCE)
    await expect(alert('The Safe service')).toContainText('Your money isn’t affected.')
    // The Overview has read the history before.
    await expect(card).toContainText('Showing data as of')
    await expect(card.getByRole('listitem').first()).toBeVisible()
    await expect(queued).toBeVisible()
    await world.safe.faults.service.set({ ...off, match: null })
    // After a 429 the portal waits for the longest delay, counted from the answer.
    await page.clock.fastForward(LONGEST_WAIT + PATIENCE)
    await expect(portal.getByRole('alert')).toHaveCount(0)
    await expect(card).not.toContainText('Showing data as of')
  })
})

const off = {
  status: null,
  retryAfter: null,
  html: false,
  malformed: false,
  hang: false,
  down: false,
  corsOff: false,
} as const

test('error: never trusts an RPC of another chain', { tag: DEEP }, async ({ wallet, world }) => {
  await world.safe.faults.rpc.set({ chainId: 1 })
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await expect(wallet.getByRole('alert').first()).toBeVisible()
  await fillPayment(wallet, { payee: influencers[0].address, amount: '1' })
  await expect(wallet.getByText('Check the recipient above first.')).toBeVisible()
  await wallet.getByRole('checkbox', { name: /we couldn’t check whether 1 recipient is a contract/ }).check()
  await wallet.getByRole('button', { name: 'Review' }).click()
  await expect(wallet.getByText('Can’t reach BNB Smart Chain.')).toBeVisible()
  await expect(wallet.getByRole('button', { name: /^Pay [\d.]/ })).toBeDisabled()
})

test('error: stops when the service lies about a proposal just made', { tag: DEEP }, async ({
  page,
  world,
  host,
}) => {
  const portal = await world.safe.openApp(page, world.portalUrl)
  await fillPayment(portal, { payee: influencers[1].address, amount: '2.22', token: 'USDC' })
  await portal.getByRole('button', { name: 'Propose' }).click()
  await world.safe.faults.service.set({ tamper: { to: influencers[7].address } })
  await host.sign()
  await expect(portal.getByRole('alertdialog', { name: 'Do not sign this proposal' })).toBeVisible()
  await expect(
    portal.getByText('The payment that Safe shows is not the one that its owners sign.'),
  ).toBeVisible()
})

const lies = [
  ['about the payee of a proposal', '3.33', { lieTx: 'to' }],
  ['with the hash of another proposal', '3.35', { lieHash: true }],
] as const
for (const [what, amount, lie] of lies) {
  test(`error: stops when a host lies ${what}`, { tag: DEEP }, async ({ page, world, host }) => {
    await world.safe.faults.host.set(lie)
    const portal = await world.safe.openApp(page, world.portalUrl)
    await fillPayment(portal, { payee: influencers[2].address, amount, token: 'USDC' })
    await portal.getByRole('button', { name: 'Propose' }).click()
    await host.sign()
    await expect(portal.getByRole('alertdialog', { name: 'Do not sign this proposal' })).toBeVisible()
    await expect(portal.getByRole('button', { name: 'Propose' })).toHaveCount(0)
  })
}

test('error: does not ask a host to send after it changed the Safe', { tag: DEEP }, async ({
  page,
  world,
  host,
}) => {
  await openHost(page, { hostUrl: world.hostUrl, appUrl: world.portalUrl }, { keepFrame: 1 })
  const portal = host.app
  await fillPayment(portal, { payee: influencers[4].address, amount: '5.55', token: 'USDC' })
  await expect(portal.getByRole('button', { name: 'Propose' })).toBeEnabled()
  await host.chooseSafe(solo.name)
  await portal.getByRole('button', { name: 'Propose' }).click()
  await expect(portal.getByText(/Another Safe was opened in the host/)).toBeVisible()
  await expect(host.dialog()).toHaveCount(0)
})

test('behavior: follows a proposal even if the host answers "Request failed"', { tag: DEEP }, async ({
  page,
  world,
  host,
}) => {
  await world.safe.faults.host.set({ fail: { getTxBySafeTxHash: 99 } })
  const portal = await world.safe.openApp(page, world.portalUrl)
  await fillPayment(portal, { payee: influencers[3].address, amount: '4.44', token: 'USDC' })
  await portal.getByRole('button', { name: 'Propose' }).click()
  await host.sign()
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()
})
