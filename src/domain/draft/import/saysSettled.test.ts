import { expect, test } from 'vitest'
import { usdt } from '#tests/support/activityItems.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { checkRows } from './checkRows.ts'
import { readRows } from './readRows.ts'
import { saysPaid, saysSettled } from './saysSettled.ts'

test.each([
  'already paid',
  'paid ✅',
  'CANCELLED',
  'don’t pay yet',
  'do not pay',
  'sent on Monday',
  'bezahlt',
  'оплачено',
  '❌',
])('error: %j says that a payment is not due', (words) => {
  expect(saysSettled(words)).toBe(true)
})

test.each([
  'for the paidmedia reel',
  'not yet paid',
  'unpaid',
  'to be paid in May',
  'Pay to for the reel',
  'noch nicht',
  '',
])('behavior: %j says nothing against a payment', (words) => {
  expect(saysSettled(words)).toBe(false)
})

test.each([
  ['Paid', 'yes', true],
  ['Paid?', 'no', false],
  ['Status', 'Paid', true],
  ['Status', 'open', false],
  ['Payment status', 'not paid', false],
  ['Note', 'Paid', false],
])('behavior: in a column %j, the cell %j', (title, cell, says) => {
  expect(saysPaid(title, cell)).toBe(says)
})

const options = { payer: SAFE, tokens: new Map(), token: usdt } as const

test('error: rows that a list marks as paid need a tick, one for all of them', async () => {
  const text = [
    'Wallet,Amount,Status',
    `${payeeAt(1)},5,open`,
    `${payeeAt(2)},6,Paid`,
    `${payeeAt(3)},7,cancelled`,
  ].join('\n')
  const { records } = await readRows(text, options)
  const { doubts } = await checkRows(records, { paid: [], saved: [] })
  expect(doubts.filter(({ kind }) => kind === 'settled')).toMatchObject([{ lines: [3, 4] }])
})

test('error: a chat line that says it is paid is not paid again', async () => {
  const text = `${payeeAt(1)} 250 USDT\n${payeeAt(2)} - 300 USDT already paid ✅\n`
  const { records } = await readRows(text, options)
  expect(records.map(({ read }) => read.ok)).toEqual([true, false])
})
