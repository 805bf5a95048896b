import type { Page } from 'playwright/test'
import { parseUnits } from 'viem'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { payeeAt } from './payeeAt.ts'
import { amountAt, fileOf, readRows } from './payPage.ts'
import { expect, installWallet, type World } from './portalFixture.ts'
import { connect, type Portal } from './portalPage.ts'
import { timesPaid } from './timesPaid.ts'
import { approve, card } from './walletPage.ts'

export const USDT = '0x55d398326f99059fF775485246999027B3197955'
const usdt = Token.find(USDT) ?? Token.BNB

/** A payout of some rows with payees that no other test pays. */
export type TestPayout = { readonly from: number; readonly count: number }

/** The call that pays one row, as somebody may send it outside the portal. */
export const callOfRow = ({ from }: TestPayout, row: number): Call.Call =>
  Call.transfer(payeeAt(from + row), { token: usdt, value: parseUnits(amountAt(from, row), 18) })

/** Pastes the rows, and opens their review. */
export const reviewPayout = (portal: Portal, { from, count }: TestPayout): Promise<void> =>
  readRows(portal, fileOf(count, from))

/** The wallet asks for this row's payment. */
export async function expectRequestOf(page: Page, { from }: TestPayout, row: number): Promise<void> {
  const payee = payeeAt(from + row).slice(2, 8)
  await expect(card(page)).toContainText(payee, { timeout: 30_000, ignoreCase: true })
}

/** The person approves the open request, after which the wallet asks for the next row. */
export async function approveUntil(page: Page, payout: TestPayout, next: number): Promise<void> {
  await approve(page)
  await expectRequestOf(page, payout, next)
}

/** Opens another tab of the same browser, or the next visit, with the wallet connected. */
export async function anotherTab(page: Page, world: World): Promise<Page> {
  const tab = await page.context().newPage()
  await installWallet(tab, world)
  await tab.goto(world.portalUrl)
  await connect(tab)
  return tab
}

/** The page of a payout shows these counts, such as `1 paid · 1 not sent`. */
export async function expectCounts(portal: Portal, counts: string): Promise<void> {
  await expect(portal.getByRole('img', { name: counts })).toBeVisible()
}

/** The page of a payout shows that all of its rows are paid. */
export async function expectAllPaid(portal: Portal, { count }: TestPayout): Promise<void> {
  await expect(portal.getByText(`${count} paid`, { exact: true })).toBeVisible()
}

/** The chain has exactly one transfer from the account for each row. */
export async function expectEachRowPaidOnce(
  { rig }: World,
  payer: Parameters<typeof timesPaid>[2],
  { from, count }: TestPayout,
): Promise<void> {
  const payees = Array.from({ length: count }, (_, row) => payeeAt(from + row))
  expect(await timesPaid(rig, USDT, payer, payees)).toEqual(payees.map(() => 1))
}
