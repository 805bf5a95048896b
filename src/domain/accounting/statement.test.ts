import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { callOf, fakeRpc, quantity, word } from '#tests/support/fakeRpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { several } from '#tests/support/proofNodes.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import type { AccountingFile, AccountingRow } from './AccountingFile.ts'
import {
  hasUnknownBalance,
  isProven,
  latestMonths,
  type Month,
  monthBefore,
  monthEnd,
  monthOf,
  monthStart,
  openingMonth,
  readMonth,
  readMonthBalances,
  statementFees,
  statementFile,
  statementTotals,
} from './statement.ts'
import { accountingFileName } from './writeAccounting.ts'

const account = payeeAt(1)
const row = (some: Partial<AccountingRow> = {}): AccountingRow => ({
  at: Date.UTC(2026, 9, 5),
  hash: null,
  logIndex: null,
  block: null,
  direction: 'in',
  from: payeeAt(2),
  to: account,
  token: Token.USDT,
  value: 5n,
  counterparty: payeeAt(2),
  memo: '',
  reference: '',
  status: 'Received',
  price: null,
  campaign: '',
  fee: null,
  safeTxHash: null,
  ...some,
})
const file = (rows: readonly AccountingRow[], partial: readonly string[] = []): AccountingFile => ({
  account,
  writtenAt: Date.UTC(2026, 10, 27),
  partial,
  notes: [],
  rows,
})
const month = (text: string) => text as Month

describe('a month', () => {
  test('behavior: is that of UTC, from its first millisecond to its last', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (date) => {
          const own = monthOf(date.getTime())
          expect(own).toBe(`${date.getUTCFullYear()}-${`${date.getUTCMonth() + 1}`.padStart(2, '0')}`)
          expect(monthOf(monthStart(own))).toBe(own)
          expect(monthOf(monthStart(own) - 1)).toBe(monthBefore(own))
        },
      ),
      propertyRuns(150),
    )
  })

  test('behavior: the latest go back over the turn of the year', () => {
    expect(latestMonths(Date.UTC(2026, 1, 28, 23, 59), 4)).toEqual([
      '2026-02',
      '2026-01',
      '2025-12',
      '2025-11',
    ])
  })

  test.each(['', '2026-13', '2026-9', '2031-01', '__proto__', '2026-10 '])(
    'error: %j is none of them',
    (text) => {
      expect(readMonth(text, latestMonths(Date.UTC(2026, 10, 1), 25))).toBeNull()
    },
  )
})

describe('a statement', () => {
  const months = latestMonths(Date.UTC(2026, 10, 27), 25)
  const at = (text: string) => row({ at: Date.parse(text) })

  test('behavior: opens with the last whole month, else with the newest that has payments', () => {
    expect(openingMonth([at('2026-10-31T23:59:59Z'), at('2026-11-01T00:00:00Z')], months)).toBe('2026-10')
    expect(openingMonth([at('2026-11-01T00:00:00Z'), at('2026-08-01T00:00:00Z')], months)).toBe('2026-11')
    expect(openingMonth([at('2026-08-01T00:00:00Z'), row({ at: null })], months)).toBe('2026-08')
    expect(openingMonth([], months)).toBe('2026-10')
  })

  test('behavior: holds the payments of its month alone, oldest first, and says which have no time', () => {
    const rows = [at('2026-11-01T00:00:00Z'), at('2026-10-31T23:59:59.999Z'), at('2026-10-01T00:00:00Z')]
    const found = statementFile(
      file([...rows, row({ at: null })], ['Tokens since block 7.']),
      month('2026-10'),
    )
    expect(found.rows).toEqual([rows[2], rows[1]])
    expect(found.partial).toEqual([
      'Tokens since block 7.',
      'The time of 1 payment is unknown, so no month has it.',
    ])
  })

  test('behavior: no payment is lost or counted twice over all months', () => {
    const anyTime = fc.integer({ min: Date.UTC(2024, 11, 1), max: Date.UTC(2026, 10, 27) })
    fc.assert(
      fc.property(fc.array(fc.option(anyTime), { maxLength: 30 }), (times) => {
        const all = file(times.map((time) => row({ at: time })))
        const counted = months.map((one) => statementFile(all, one).rows.length)
        expect(counted.reduce((sum, rows) => sum + rows, 0)).toBe(
          times.filter((time) => time !== null).length,
        )
      }),
      propertyRuns(100),
    )
  })

  test('behavior: sums each token by its contract, and only what is proven', () => {
    const fake = { ...Token.USDT, address: payeeAt(9) }
    const totals = statementTotals([
      row({ value: 5n }),
      row({ value: 7n, direction: 'out', status: 'Paid' }),
      // A token that is not pinned may have kept a part of it.
      row({ value: 11n, direction: 'out', status: 'Success' }),
      row({ value: 13n, direction: 'out', status: 'Sent, received less' }),
      row({ value: 100n, token: fake }),
      row({ value: 1_000n, status: 'Received, not verified' }),
      row({ value: 1_000n, status: 'Unknown', direction: 'out' }),
    ])
    expect(totals).toEqual([
      { token: Token.USDT, received: 5n, paid: 7n, short: 13n },
      { token: fake, received: 100n, paid: 0n, short: 0n },
    ])
  })

  test.each([
    'Confirming',
    'paid',
    'Not paid',
    'Success',
    'Sent, received less',
    'Received, not verified',
    'Queued',
    '',
  ])('error: %j proves nothing', (status) => expect(isProven({ status })).toBe(false))

  test('behavior: adds up the network fees that are known', () => {
    expect(
      statementFees([
        row(),
        row({ fee: { value: 3n, price: null } }),
        row({ fee: { value: 4n, price: null } }),
      ]),
    ).toBe(7n)
  })

  test('behavior: its file is named by account and month, and says if payments may be missing', () => {
    expect(accountingFileName(file([]), 'csv', month('2026-10'))).toBe(
      `portal-statement-${account.toLowerCase()}-2026-10.csv`,
    )
    expect(accountingFileName(file([], ['x']), 'xlsx', month('2026-10'))).toMatch(/-2026-10-partial\.xlsx$/)
  })
})

describe('the balances of a month', () => {
  const october = month('2026-10')
  /** A block an hour since 2026-09-01; the last is at 2026-11-20, unless the chain is younger. */
  const start = Date.UTC(2026, 8, 1)
  const blockOf = (at: number) => (at - start) / 3_600_000
  /** A node of an account that gets 1 wei and 2 units of USDT with every block; nothing before block `kept`. */
  type Chain = { kept?: number; lie?: bigint; late?: number; head?: number; final?: number }
  const node = ({ kept = 0, lie = 0n, late = 0, head = 24 * 80, final = head }: Chain = {}) => {
    const stateOf = (tag: unknown) => {
      if (Number(tag) < kept) throw new Error('missing trie node')
      return BigInt(tag === 'latest' ? head : Number(tag)) + lie
    }
    return fakeRpc({
      eth_blockNumber: quantity(head),
      eth_getBlockByNumber: ([tag]) => {
        const number = tag === 'finalized' ? final : Number(tag)
        return {
          number: quantity(number),
          timestamp: quantity((start + number * 3_600_000 + late) / 1_000),
        }
      },
      eth_getBalance: ([, tag]) => quantity(stateOf(tag)),
      eth_call: (params) =>
        word(callOf(params).to === Token.USDT.address?.toLowerCase() ? 2n * stateOf(params[1]) : 0n),
    })
  }
  const read = (nodes: Parameters<typeof several>, isOver = true) =>
    readMonthBalances(several(...nodes), account, october, isOver)
  const last = {
    opening: BigInt(blockOf(monthStart(october)) - 1),
    closing: BigInt(blockOf(monthEnd(october)) - 1),
  }
  const of = (balances: Awaited<ReturnType<typeof read>>, token: Token.Token) =>
    balances.find((one) => one.token === token)

  test('behavior: are those after the last block before it begins and ends', async () => {
    const found = await read([node(), node()])
    expect(of(found, Token.BNB)).toEqual({ token: Token.BNB, ...last })
    const doubled = { opening: 2n * last.opening, closing: 2n * last.closing }
    expect(of(found, Token.USDT)).toEqual({ token: Token.USDT, ...doubled })
    expect(hasUnknownBalance(found, true)).toBe(false)
  })

  test('behavior: a month that is not over has no closing balance, and lacks none', async () => {
    const found = await read([node(), node()], false)
    expect(of(found, Token.BNB)).toEqual({ token: Token.BNB, opening: last.opening, closing: null })
    expect(hasUnknownBalance(found, false)).toBe(false)
  })

  test('error: one operator is never enough', async () => {
    for (const nodes of [[node()], [node(), node({ kept: 24 * 80 })], [node(), node({ lie: 1n })]]) {
      const found = await read(nodes)
      expect(of(found, Token.BNB)).toEqual({ token: Token.BNB, opening: null, closing: null })
      expect(hasUnknownBalance(found, true)).toBe(true)
    }
  })

  test('error: neither of two operators that call other blocks the last one is believed', async () => {
    const found = await read([node(), node({ late: 7_200_000 })])
    expect(of(found, Token.BNB)).toEqual({ token: Token.BNB, opening: null, closing: null })
  })

  test('error: a month that is over by the clock of this device alone has no closing balance', async () => {
    const end = blockOf(monthEnd(october))
    for (const chain of [{ head: end - 24 }, { head: end + 1, final: end - 1 }]) {
      const found = await read([node(chain), node(chain)])
      expect(of(found, Token.BNB)).toEqual({ token: Token.BNB, opening: last.opening, closing: null })
    }
    const found = await read([node({ head: end }), node({ head: end })])
    expect(of(found, Token.BNB)).toEqual({ token: Token.BNB, ...last })
  })

  test('behavior: two honest operators are enough beside one that lies', async () => {
    const found = await read([node({ lie: 5n }), node(), node()])
    expect(of(found, Token.BNB)).toEqual({ token: Token.BNB, ...last })
  })

  test('behavior: what nodes still have is shown, and the rest is unknown', async () => {
    const kept = Number(last.closing) - 24
    const found = await read([node({ kept }), node({ kept })])
    expect(of(found, Token.BNB)).toEqual({ token: Token.BNB, opening: null, closing: last.closing })
    expect(hasUnknownBalance(found, true)).toBe(true)
  })
})
