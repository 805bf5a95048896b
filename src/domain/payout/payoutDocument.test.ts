import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { fromTransfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { draftOfPayout } from '#domain/draft/payoutText.ts'
import { keptReminders, toReminderRow } from '#domain/reminders/Reminder.ts'
import { reminderAttention } from '#domain/reminders/reminderAttention.ts'
import { memoryStorage, threeRows } from '#tests/support/backupWorld.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { reminderAt } from '#tests/support/reminderAt.ts'
import { PAYEE, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { newAttempt, type Payment, planPayout } from './Payout.ts'
import { fits, listText, parsePayout, planText, readPayout } from './payoutStore.ts'

const BTCB = '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c'
const usdt = Token.find(USDT) ?? Token.BNB
const aRow: Payment = { payee: PAYEE, amount: { token: usdt, value: 5n }, note: null, reference: null }

test('behavior: a payout is stored without columns for what no row has', () => {
  const whole = { ...planPayout({ address: SAFE, kind: 'safe' }, [aRow], 1, 0), id: 'p-1' }
  expect(JSON.parse(listText(whole))).toStrictEqual({
    version: 1,
    id: 'p-1',
    account: SAFE,
    kind: 'safe',
    createdAt: 0,
    skipped: [],
    tokens: [usdt],
    rows: [[PAYEE, 0, '5', null, null]],
  })
  expect(planText(whole)).toBe('{"version":2,"revision":0,"parts":[{"rows":[0],"again":[]}]}')
})

describe('a request fits its payout', () => {
  const rows: Payment[] = [aRow, { ...aRow, payee: SAFE }]
  const whole = planPayout({ address: SAFE, kind: 'safe' }, rows, 2, 0)
  const made = newAttempt(whole, 0, { id: 'a', at: 1, time: null, position: null, known: [] })
  const [one, two] = made.calls
  const call = (some: Partial<{ token: Address; to: Address; value: bigint }>) => ({
    calls: [fromTransfer({ token: USDT, to: PAYEE, value: 5n, ...some }), two],
  })

  test.each<[boolean, string, object]>([
    [true, 'as it was made', {}],
    [true, 'with every call written anew', call({})],
    [false, 'of another batch', { batch: 1 }],
    [false, 'without one of the rows', { rows: [0], calls: [one] }],
    [false, 'with a call too few', { calls: [one] }],
    [false, 'with a call too many', { calls: [one, two, one] }],
    [false, 'in another order', { rows: [1, 0], calls: [two, one] }],
    [false, 'for another row', { rows: [0, 0], calls: [one, one] }],
    [false, 'with a call that is no transfer', { calls: [{ to: USDT, value: 0n, data: '0x12' }, two] }],
    [false, 'in another token', call({ token: BTCB })],
    [false, 'to another payee', call({ to: SAFE })],
    [false, 'of another amount', call({ value: 6n })],
  ])('error: %s: %s', (isFit, _, change) => {
    expect(fits(whole, { ...made, ...change })).toBe(isFit)
  })

  test('error: never for a row that the payout does not have', () => {
    expect(fits({ ...whole, rows: [aRow] }, made)).toBe(false)
  })
})

const noParts = { version: 2, parts: [] }

/** A payout of one row in a file, with the file's fields of its token. */
const listOf = (token: object, some: object = {}) => ({
  version: 1,
  id: 'p-1',
  account: SAFE,
  kind: 'safe',
  createdAt: 5,
  skipped: [],
  tokens: [{ address: BTCB, symbol: 'USDT', name: 'Tether USD', decimals: 18, ...token }],
  rows: [[payeeAt(1), 0, `${250n * 10n ** 18n}`, null, null]],
  ...some,
})
const rowsOf = (token: object) => parsePayout(listOf(token), noParts)?.rows ?? []

describe('the token of a row in a file', () => {
  test.each([
    ['of a pinned one', { symbol: 'USDT' }],
    ['with direction marks', { symbol: '\u202eTDSU 052\u202c\n' }],
    ['that is too long', { symbol: 'x'.repeat(1_000), name: 'x'.repeat(1_000) }],
    ['that is missing', { symbol: undefined, name: undefined }],
  ])('error: a symbol %s is not shown: the contract is', (_, token) => {
    const rows = rowsOf(token)
    const [sum] = Amount.totalsOf(rows)
    expect(sum && Amount.format(sum)).toBe(`250 units of ${BTCB}`)
    expect(draftOfPayout({ rows }).tokens.map(({ symbol }) => symbol)).toEqual([`units of ${BTCB}`])
  })

  test('error: nor in a reminder that is due', () => {
    const { storage } = memoryStorage()
    keptReminders.keep(storage, [
      { ...reminderAt(1, { account: SAFE, anchor: '2026-01-01' }), rows: rowsOf({}) },
    ])
    const [due] = reminderAttention(storage, SAFE, [], Date.UTC(2026, 5, 1))
    expect(due?.text).toContain(`250 units of ${BTCB}`)
  })

  test('behavior: a pinned token has the symbol that the portal knows', () => {
    const [row] = rowsOf({ address: '0x55d398326f99059fF775485246999027B3197955', symbol: 'XYZ' })
    expect(row?.amount.token.symbol).toBe('USDT')
  })
})

test.each([
  ['2026-02-28', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
])('error: a run for %s is read only if that day exists (%s)', (due, isRead) => {
  const list = listOf({}, { run: { template: 'x', due } })
  expect(parsePayout(list, noParts) !== null).toBe(isRead)
})

test('behavior: the handle in a row is stored with it, and documents of before have none', () => {
  const [row] = threeRows('one').rows
  const handles = ['@anna.makes', undefined]
  const rows = handles.flatMap((handle) => (row ? [{ ...row, ...(handle && { handle }) }] : []))
  const payout = planPayout({ address: SAFE, kind: 'safe' }, rows, 2, 5)
  const read = readPayout(listText(payout), planText(payout))
  expect(read?.rows).toEqual(rows)
  expect(rowsOf({})[0]).not.toHaveProperty('handle')
  expect(rows.map(toReminderRow)).toEqual(rows)
})
