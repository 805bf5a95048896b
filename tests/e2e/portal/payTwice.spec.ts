import type { Page } from 'playwright/test'
import { parseUnits } from 'viem'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { executeOn, nonces, proposeTo } from '#tests/integration/rig/proposals.ts'
import { emptyQueue } from '#tests/support/emptyQueue.ts'
import { app, closeDialog, dialog, done, openHost, openPanel, sign } from '#tests/support/hostPage.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { amountAt, fileOf, openList, pressReady, readRows } from '#tests/support/payPage.ts'
import { expect, installWallet, test, type World } from '#tests/support/portalFixture.ts'
import { connect, goTo } from '#tests/support/portalPage.ts'
import { timesPaid } from '#tests/support/timesPaid.ts'
import { approve, card } from '#tests/support/walletPage.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { setTokenBalance } from '../../../safe-app/chain/localTokens.ts'
import { legacy } from '../../../safe-app/seed/safes.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'
const usdt = Token.find(USDT) ?? Token.BNB
const [ada, ben] = owners

/** Opens another tab of the same browser, or the next visit, with the wallet connected. */
async function anotherTab(page: Page, world: World): Promise<Page> {
  const tab = await page.context().newPage()
  await installWallet(tab, world)
  await tab.goto(world.portalUrl)
  await connect(tab)
  return tab
}

const payment = (from: number, index: number) =>
  Call.transfer(payeeAt(from + index), { token: usdt, value: parseUnits(amountAt(from, index), 18) })

test('behavior: a second tab during a payout shows it, cannot repeat the open request, and every row is paid once', async ({
  wallet,
  world,
}, { repeatEachIndex }) => {
  test.setTimeout(90_000)
  const from = 4_000 + repeatEachIndex * 10
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await readRows(wallet, fileOf(3, from))
  await wallet.getByRole('button', { name: /^Pay .*, one by one$/ }).click()
  await approve(wallet)
  await expect(card(wallet)).toContainText(payeeAt(from + 1).slice(2, 8), {
    timeout: 30_000,
    ignoreCase: true,
  })

  const second = await anotherTab(wallet, world)
  const waiting = second.getByRole('region', { name: 'Needs your attention' }).getByRole('listitem')
  await expect(waiting).toContainText('1 payment may have been sent1 unknown · 1 not sent, of 3 payments.')
  await expect(second).toHaveTitle('(1) Influencer Portal')
  await waiting.getByRole('link', { name: 'Check' }).click()
  await expect(second.getByRole('img', { name: '1 unknown · 1 paid · 1 not sent' })).toBeVisible()
  await pressReady(second, 'Continue with the other 1, leave the open request')
  await expect(second.getByText(/Another payment is open in this or another tab/)).toBeVisible()
  await expect(card(second)).toHaveCount(0)

  await wallet.bringToFront()
  await approve(wallet)
  await expect(card(wallet)).toContainText(payeeAt(from + 2).slice(2, 8), {
    timeout: 30_000,
    ignoreCase: true,
  })
  await approve(wallet)
  for (const tab of [wallet, second]) {
    await tab.bringToFront()
    await expect(tab.getByText('3 paid', { exact: true })).toBeVisible({ timeout: 30_000 })
    await goTo(tab, 'Overview')
    await expect(tab.getByRole('heading', { name: 'Latest' })).toBeVisible()
    await expect(tab.getByText(/unfinished/i)).toHaveCount(0)
  }
  const payees = [0, 1, 2].map((index) => payeeAt(from + index))
  expect(await timesPaid(world.rig, USDT, ada.address, payees)).toEqual([1, 1, 1])
})

test('behavior: when the page closes during a request and the wallet sends anyway, the next visit finds the payment and does not repeat it', async ({
  wallet,
  world,
}, { repeatEachIndex }) => {
  test.setTimeout(90_000)
  const from = 5_000 + repeatEachIndex * 10
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await readRows(wallet, fileOf(2, from))
  await wallet.getByRole('button', { name: /^Pay .* in 2 batches$|^Pay .*, one by one$/ }).click()
  await expect(card(wallet)).toBeVisible({ timeout: 30_000 })
  const visit = wallet.context().newPage()
  await wallet.close()
  const { to, data } = payment(from, 0)
  await world.rig.chain.client.sendTransactionSync({ account: ada.account, to, data })
  await (await visit).close()

  const next = await anotherTab(wallet, world)
  await expect(next.getByText('A payment without an answer was submitted.')).toBeVisible({
    timeout: 40_000,
  })
  await expect(next.getByText('Unfinished payout')).toBeVisible()
  await next.getByRole('link', { name: 'See its status' }).click()
  await expect(next.getByRole('img', { name: '1 paid · 1 not sent' })).toBeVisible({ timeout: 30_000 })
  await expect(card(next)).toHaveCount(0)
  await pressReady(next, 'Continue with the other 1')
  await approve(next)
  await expect(next.getByText('2 paid', { exact: true })).toBeVisible({ timeout: 30_000 })
  // The draft survived too, and cannot be paid by mistake.
  await openList(next)
  await expect(next.getByText(/^Draft from /)).toBeVisible()
  await pressReady(next, 'Review 2 payments')
  await expect(next.getByText('2 of these 2 payments were already sent or are under way.')).toBeVisible()
  const payees = [0, 1].map((index) => payeeAt(from + index))
  expect(await timesPaid(world.rig, USDT, ada.address, payees)).toEqual([1, 1])
})

test('behavior: in a Safe, another owner proposes the rest, executes and rejects during a payout, and every row is paid once', async ({
  page,
  world,
}, { repeatEachIndex }) => {
  test.setTimeout(120_000)
  const { rig } = world
  const from = 6_000 + repeatEachIndex * 200
  await emptyQueue(rig, legacy)
  await setTokenBalance(rig.chain.client, USDT, legacy.address, parseUnits('1000', 18))
  await openHost(page, world.hostUrl, { appUrl: world.portalUrl, safe: legacy.address, owner: 0 })
  const portal = app(page)
  const batches = portal.getByRole('list', { name: 'Batches' }).getByRole('listitem')
  await readRows(portal, fileOf(101, from))
  await pressReady(portal, /^Propose .* in 2 batches$/)
  await sign(page)
  await done(page)
  // The second batch is requested automatically, and rejected.
  await expect(dialog(page, /Send/)).toBeVisible({ timeout: 30_000 })
  await closeDialog(page)
  await expect(portal.getByRole('img', { name: '100 in the queue · 1 not sent' })).toBeVisible({
    timeout: 30_000,
  })
  await goTo(portal, 'Overview')
  await expect(portal.getByRole('region', { name: 'Needs your attention' })).toContainText(
    '1 not sent, of 101 payments',
  )
  await goTo(portal, 'Activity')
  const { free } = await nonces(rig, legacy)
  await proposeTo(rig, SafeTx.fromCall(payment(from, 100), free), ben, legacy)
  await goTo(portal, 'Overview')
  await expect(portal.getByText('A payment you rejected or closed was submitted after all.')).toBeVisible()
  await expect(portal.getByText(/unfinished/i)).toHaveCount(0)
  await portal.getByRole('link', { name: 'See its status' }).click()
  await expect(portal.getByText('101 in the queue')).toBeVisible()
  await expect(portal.getByRole('button', { name: /^Continue with/ })).toHaveCount(0)

  const bens = await page.context().newPage()
  await openHost(bens, world.hostUrl, { appUrl: world.portalUrl, safe: legacy.address, owner: 1 })
  const queue = await openPanel(bens, 'Queue')
  const rows = queue.getByRole('listitem', { name: /^Nonce \d+:/ })
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole('button', { name: 'Confirm' }).click()
  await rows.first().getByRole('button', { name: 'Execute' }).click()
  await expect(rows).toHaveCount(1)
  await executeOn(rig, SafeTx.rejection(legacy.address, free), [ada, ben], legacy)
  await expect(rows).toHaveCount(0)
  await bens.close()

  await page.bringToFront()
  await expect(portal.getByRole('img', { name: '1 not paid · 100 paid' })).toBeVisible({ timeout: 30_000 })
  await expect(portal.getByText('One payment was not paid. No money moved.')).toBeVisible()
  await portal.getByRole('button', { name: 'Try it again' }).click()
  await pressReady(portal, /^Propose [\d.]+ USDT$/)
  await sign(page)
  await done(page)
  await expect(batches.nth(2)).toContainText('Proposed, needs 1 more signature')
  const { current } = await nonces(rig, legacy)
  await executeOn(rig, SafeTx.fromCall(payment(from, 100), current), [ada, ben], legacy)
  await expect(portal.getByText('101 paid', { exact: true })).toBeVisible({ timeout: 30_000 })
  const payees = Array.from({ length: 101 }, (_, index) => payeeAt(from + index))
  expect(new Set(await timesPaid(rig, USDT, legacy.address, payees))).toEqual(new Set([1]))
})
