import type { AccountingRow } from './AccountingFile.ts'

/** The sum of all payments of one token in one direction of which the same is said. */
export type AccountingTotal = Pick<AccountingRow, 'token' | 'direction' | 'status'> & {
  readonly count: number
  /** Base units. */
  readonly value: bigint
}

/** Sums in the order of their first row. What is not proven is never added to what is. */
export function accountingTotals(rows: readonly AccountingRow[]): readonly AccountingTotal[] {
  const sums = new Map<string, AccountingTotal>()
  for (const { token, direction, status, value } of rows) {
    const key = JSON.stringify([token.address, token.symbol, token.decimals, direction, status])
    const before = sums.get(key)
    sums.set(key, {
      token,
      direction,
      status,
      count: (before?.count ?? 0) + 1,
      value: (before?.value ?? 0n) + value,
    })
  }
  return [...sums.values()]
}
