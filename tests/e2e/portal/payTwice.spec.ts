import type { Page } from 'playwright/test'
import { parseUnits } from 'viem'
import { nonces } from '#tests/integration/rig/proposals.ts'
import { emptyQueue } from '#tests/support/emptyQueue.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { amountAt, openPayout, pressReady } from '#tests/support/payPage.ts'
import {
  anotherTab,
  approveUntil,
  callOfRow,
  expectAllPaid,
  expectCounts,
  expectEachRowPaidOnce,
  reviewPayout,
  USDT,
} from '#tests/support/payTwicePage.ts'
import { expect, test, type World } from '#tests/support/portalFixture.ts'
import { connect, goTo, type Portal } from '#tests/support/portalPage.ts'
import { approve, card, refuse } from '#tests/support/walletPage.ts'
import { legacy } from '../../../rig/seed/safes.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { setTokenBalance } from '../../../safe-app/chain/localTokens.ts'

const [ada] = owners

test('behavior: a second tab during a payout shows it and cannot repeat the open request; when the page closes and the wallet sends anyway, the next visit finds the payment, and every row is paid once', async ({
  wallet,
  world,
}, { repeatEachIndex }) => {
  const payout = { from: 4_000 + repeatEachIndex * 10, count: 3 }
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await reviewPayout(wallet, payout)
  await wallet.getByRole('button', { name: /^Pay .*, one by one$/ }).click()
  await approveUntil(wallet, payout, 1)

  const second = await anotherTab(wallet, world)
  await test.step('the second tab shows the open request', async () => {
    const attention = second.getByRole('region', { name: 'Needs your attention' }).getByRole('listitem')
    await expect(attention).toContainText(
      '1 payment may have been sent1 unknown · 1 not sent, of 3 payments.',
    )
    await expect(second).toHaveTitle('(1) Influencer Portal')
    await attention.getByRole('link', { name: 'Check' }).click()
    await expectCounts(second, '1 unknown · 1 paid · 1 not sent')
  })
  await test.step('the second tab cannot pay meanwhile', async () => {
    await pressReady(second, 'Continue with the other 1, leave the open request')
    await expect(second.getByText(/Another payment is open in this or another tab/)).toBeVisible()
    await expect(card(second)).toHaveCount(0)
  })
  await second.close()
  await closeWhileWalletSends(wallet, world, payout, 1)

  const next = await anotherTab(wallet, world)
  await test.step('the next visit finds the payment', async () => {
    const found = next.getByText('A payment without an answer was submitted.')
    await expect(found).toBeVisible()
    await expect(next.getByText('Unfinished payout')).toBeVisible()
    await next.getByRole('link', { name: 'See its status' }).click()
    await expectCounts(next, '2 paid · 1 not sent')
    await expect(card(next)).toHaveCount(0)
  })
  await test.step('only the other row is requested, and again after a rejection and a reload', async () => {
    await pressReady(next, 'Continue with the other 1')
    await refuse(next)
    await expect(next.getByText('You rejected payment 3 of 3. It was not sent.')).toBeVisible()
    await expectCounts(next, '2 paid · 1 not sent')
    await next.reload()
    await next
      .getByRole('button', { name: /Reconnect/ })
      .first()
      .click()
    await pressReady(next, 'Continue with the other 1')
    await approve(next)
    await expectAllPaid(next, payout)
  })
  await test.step('nothing is called unfinished', async () => {
    await goTo(next, 'Overview')
    await expect(next.getByRole('heading', { name: 'Latest' })).toBeVisible()
    await expect(next.getByText(/unfinished/i)).toHaveCount(0)
  })
  await expectEachRowPaidOnce(world, ada.address, payout)
})

/** Closes the page while the wallet asks for a row, which the wallet then sends; another page keeps the browser open. */
async function closeWhileWalletSends(
  page: Page,
  { rig }: World,
  payout: Parameters<typeof callOfRow>[0],
  row: number,
): Promise<void> {
  const visit = page.context().newPage()
  await page.close()
  const { to, data } = callOfRow(payout, row)
  await rig.chain.client.sendTransactionSync({ account: ada.account, to, data })
  await (await visit).close()
}

test('behavior: in a Safe, another owner proposes the rest, executes and rejects during a payout, and every row is paid once', async ({
  page,
  world,
  host,
}, { repeatEachIndex }) => {
  const { rig } = world
  const payout = { from: 6_000 + repeatEachIndex * 200, count: 101 }
  await emptyQueue(world, legacy)
  await setTokenBalance(rig.chain.client, USDT, legacy.address, parseUnits('1000', 18))
  const portal = await world.safe.openApp(page, world.portalUrl, { safe: legacy.name })
  await reviewPayout(portal, payout)

  await test.step('the first batch is signed, the second one rejected', async () => {
    await pressReady(portal, /^Propose .* in 2 batches$/)
    await host.sign()
    await host.done()
    // The second batch is requested automatically.
    await expect(host.dialog(/Send/)).toBeVisible()
    await host.discard()
    await expectCounts(portal, '100 in the queue · 1 not sent')
    await goTo(portal, 'Overview')
    const attention = portal.getByRole('region', { name: 'Needs your attention' })
    await expect(attention).toContainText('1 not sent, of 101 payments')
  })

  // Overview is opened again below, and reads everything anew.
  await goTo(portal, 'Activity')
  const asBen = { safe: legacy.name, as: 'Ben' } as const
  const { nonce } = await world.safe.propose([callOfRow(payout, 100)], asBen)
  await test.step('the proposal of another owner is found, and cannot be repeated', async () => {
    await goTo(portal, 'Overview')
    await expect(portal.getByText('A payment you rejected or closed was submitted after all.')).toBeVisible()
    await expect(portal.getByText(/unfinished/i)).toHaveCount(0)
    await portal.getByRole('link', { name: 'See its status' }).click()
    await expect(portal.getByText('101 in the queue')).toBeVisible()
    await expect(portal.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)
  })

  await test.step('another owner executes the first batch and rejects the last row', async () => {
    await world.safe.execute(nonce - 1, asBen)
    const { safeTxHash } = await world.safe.reject(nonce, { safe: legacy.name, as: 'Ada' })
    await world.safe.execute(safeTxHash, asBen)
    await expect
      .poll(() => nonces(rig, legacy))
      .toEqual({ current: BigInt(nonce + 1), free: BigInt(nonce + 1) })
  })

  await page.bringToFront()
  await test.step('the last row is known to be unpaid, and is proposed again', async () => {
    await expectCounts(portal, '1 not paid · 100 paid')
    await expect(portal.getByText('One payment was not paid. No money moved.')).toBeVisible()
    await portal.getByRole('button', { name: 'Try it again' }).click()
    await pressReady(portal, /^Propose [\d.]+ USDT$/)
    await host.sign()
    await host.done()
    await expect(batches(portal).nth(2)).toContainText('Proposed, needs 1 more signature')
  })
  await page.reload()
  await openPayout(portal, /101 payments/)
  await world.safe.execute(nonce + 1, asBen)
  await expectAllPaid(portal, payout)
  await expectEachRowPaidOnce(world, legacy.address, payout)

  await test.step('each row has a receipt, and the same rows are named if they come again', async () => {
    await portal.getByRole('link', { name: 'Receipt for payment 2', exact: true }).click()
    const receipt = portal.getByRole('region', { name: 'Payment' })
    await expect(receipt.getByText('Paid, final', { exact: true })).toBeVisible()
    await expect(receipt).toContainText(payeeAt(payout.from + 1))
    await expect(receipt).toContainText(`${amountAt(payout.from, 1)} USDT`)
    await reviewPayout(portal, { from: payout.from, count: 102 })
    await expect(
      portal.getByText('101 of these 102 payments were already sent or are under way.'),
    ).toBeVisible()
    await expect(portal.getByText('1 of 102 recipients is new: no earlier payment found')).toBeVisible()
    await expect(portal.getByRole('button', { name: /^Propose .* in 2 batches$/ })).toBeDisabled()
    await portal.getByRole('button', { name: 'Skip these 101, pay the other' }).click()
    await expect(portal.getByText('1 of 102 lines included, 101 skipped')).toBeVisible()
    await expect(portal.getByRole('button', { name: /^Propose [\d.,]+ USDT$/ })).toBeEnabled()
  })
})

const batches = (portal: Portal) => portal.getByRole('list', { name: 'Batches' }).getByRole('listitem')
