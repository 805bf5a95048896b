import { blockAt, readChainTime } from '#chain/logs/blockTime.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { type Balance, readBalancesAfter } from '#chain/rpc/rpcMethods.ts'
import { readFinalBlock } from '#chain/settlement/settlement.ts'
import { monthUtc, plural } from '#domain/shared/format.ts'
import type { AccountingFile, AccountingRow } from './AccountingFile.ts'

/** A month in UTC, like the dates of an accounting file: `2026-10`. */
export type Month = string & { readonly month: unique symbol }

/** The month of a time. @param at ms since the epoch */
export function monthOf(at: number): Month {
  return new Date(at).toISOString().slice(0, 7) as Month
}

/** When a month begins (ms). */
export function monthStart(month: Month): number {
  return Date.parse(`${month}-01T00:00:00Z`)
}

/** The month before. */
export function monthBefore(month: Month): Month {
  return monthOf(monthStart(month) - 1)
}

/** When a month ends, and the next one begins (ms). */
export function monthEnd(month: Month): number {
  // 31 days after the first of a month is always in the next one.
  return monthStart(monthOf(monthStart(month) + 31 * 86_400_000))
}

/** `October 2026` */
export function monthText(month: Month): string {
  return monthUtc(monthStart(month))
}

/** The latest months, the newest first. @param now ms since the epoch */
export function latestMonths(now: number, count: number): readonly Month[] {
  const months = [monthOf(now)]
  while (months.length < count) months.push(monthBefore(months.at(-1) as Month))
  return months
}

/** The month that a text names, if it is one of `months`. */
export function readMonth(text: string, months: readonly Month[]): Month | null {
  return months.find((month) => month === text) ?? null
}

/**
 * The month that a statement opens with: the last whole one, or the newest with payments where that has none.
 * @param months the newest first
 */
export function openingMonth(rows: readonly AccountingRow[], months: readonly Month[]): Month {
  const paidIn = new Set(rows.flatMap(({ at }) => (at === null ? [] : [monthOf(at)])))
  const [current, last] = months as readonly [Month, Month]
  return paidIn.has(last) ? last : (months.find((month) => paidIn.has(month)) ?? last ?? current)
}

/**
 * The payments of one month, oldest first. Those whose time is unknown may belong to it, so the file says that it may
 * lack them.
 */
export function statementFile(file: AccountingFile, month: Month): AccountingFile {
  const rows = file.rows.filter(({ at }) => at !== null && monthOf(at) === month)
  const undated = file.rows.filter(({ at }) => at === null).length
  const missing = `The time of ${undated} ${plural(undated, 'payment is', 'payments are')} unknown, so no month has ${plural(undated, 'it', 'them')}.`
  return {
    ...file,
    rows: rows.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)),
    partial: undated === 0 ? file.partial : [...file.partial, missing],
  }
}

/** Only these status words are proven by the chain for the amount beside them. */
const proven: readonly string[] = ['Paid', 'Received']

/** The words for a payment of which its token kept a part, see `paymentWords`. */
const SHORT = 'Sent, received less'

/** Whether exactly this amount is proven to have moved. */
export function isProven({ status }: Pick<AccountingRow, 'status'>): boolean {
  return proven.includes(status)
}

/** The sums of one token. */
export type StatementTotal = {
  readonly token: AccountingRow['token']
  /** Base units. */
  readonly received: bigint
  readonly paid: bigint
  /** Sent, and proven to have arrived with less; not in `paid`. */
  readonly short: bigint
}

/** The proven sums of each token, in the order of their first row; tokens of one symbol differ by their contract. */
export function statementTotals(rows: readonly AccountingRow[]): readonly StatementTotal[] {
  const sums = new Map<string, StatementTotal>()
  for (const row of rows) {
    const isShort = row.status === SHORT
    if (!isShort && !isProven(row)) continue
    const { token, direction, value } = row
    const key = JSON.stringify([token.address, token.symbol, token.decimals])
    const before = sums.get(key) ?? { token, received: 0n, paid: 0n, short: 0n }
    const sum = isShort ? 'short' : direction === 'in' ? 'received' : 'paid'
    sums.set(key, { ...before, [sum]: before[sum] + value })
  }
  return [...sums.values()]
}

/** The network fees of these rows, in wei. Unknown fees are not included. */
export function statementFees(rows: readonly AccountingRow[]): bigint {
  return rows.reduce((sum, { fee }) => sum + (fee?.value ?? 0n), 0n)
}

/** The balance of a token when a month began and when it ended, in base units; null where it is not proven. */
type MonthBalance = {
  readonly token: Token.Token
  readonly opening: bigint | null
  readonly closing: bigint | null
}

/** Whether any balance of a month is not proven. */
export function hasUnknownBalance(balances: readonly MonthBalance[], isOver: boolean): boolean {
  return balances.some(({ opening, closing }) => opening === null || (isOver && closing === null))
}

/**
 * The balances of BNB and the pinned tokens, where two operators agree on the block and on the balance.
 * @param isOver a month that is not over has no closing balance
 */
export async function readMonthBalances(
  rpc: Rpc,
  account: Address,
  month: Month,
  isOver: boolean,
): Promise<readonly MonthBalance[]> {
  const [opening, closing] = await Promise.all([
    balancesBefore(rpc, account, monthStart(month)),
    isOver ? balancesBefore(rpc, account, monthEnd(month)) : [],
  ])
  return opening.map(({ token, value }, index) => ({
    token,
    opening: value,
    closing: closing[index]?.value ?? null,
  }))
}

/** The balances after the last block before a time (ms), once that is final. */
async function balancesBefore(rpc: Rpc, account: Address, time: number): Promise<readonly Balance[]> {
  const first = await readWithQuorum(rpc, (node) => finalBlockAt(node, time)).catch(() => null)
  if (first?.kind !== 'agreed') return Token.pinned.map((token) => ({ token, value: null }))
  return readBalancesAfter(rpc, account, first.value - 1n)
}

/**
 * The first block at or after a time (ms).
 * @throws when the chain is not there yet, whatever the clock of this device says
 */
async function finalBlockAt(node: Rpc, time: number): Promise<bigint> {
  const first = await blockAt(node, time)
  const [final, at] = await Promise.all([readFinalBlock(node), readChainTime(node, first)])
  if (first > final || at === null || at < time) throw new Error('That time is not final yet')
  return first
}
