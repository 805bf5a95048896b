import { getAddress, keccak256, toHex } from 'viem'
import { find } from '#chain/money/Token.ts'
import { checkRows } from '#domain/draft/import/checkRows.ts'
import { readRows } from '#domain/draft/import/readRows.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { print } from './figures.ts'

/**
 * Reads a file of many payees as a spreadsheet exports it, and checks it against two thousand known payees.
 */
export async function payoutRows(): Promise<void> {
  const known = Array.from({ length: 2_000 }, (_, index) => payee(1_000_000 + index))
  for (const [rows, aim] of [
    [10_000, 'under 1500'],
    [100_000, 'under 8000'],
  ] as const) {
    const text = fileOf(rows)
    const token = find('0x55d398326f99059fF775485246999027B3197955') ?? null
    const watch = watchTasks()
    const from = performance.now()
    const read = await readRows(text, { payer: SAFE, token, tokens: new Map() })
    const between = performance.now()
    const checks = await checkRows(read.records, { paid: known, saved: [] })
    const to = performance.now()
    const longest = await watch()
    if (read.counts.rows !== rows) throw new Error('The rows were not read')
    print(`a payout of ${rows} rows, read`, between - from, 'ms', '')
    print('  and checked', to - from, 'ms', aim)
    print('  and so many of them look somewhat alike by chance', checks.doubts.length, '', '')
    print('  the longest task of it', longest, 'ms', 'under 50')
  }
}

function payee(index: number): `0x${string}` {
  return getAddress(`0x${keccak256(toHex(index)).slice(26)}`)
}

function fileOf(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, index) =>
      `${payee(index)},${(index % 90) + 10}.${(index % 89) + 10},"Ann, no. ${index}",INV-${index}`,
  )
  return ['Wallet,Amount,Name,Ref', ...lines, ''].join('\r\n')
}

/** The longest time (ms) in which nothing else could run, up to the call of the returned function. */
function watchTasks(): () => Promise<number> {
  let [longest, last, isOn] = [0, performance.now(), true]
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (isOn) setImmediate(look)
  }
  setImmediate(look)
  return () =>
    new Promise((resolve) => {
      setImmediate(() => {
        isOn = false
        resolve(longest)
      })
    })
}
