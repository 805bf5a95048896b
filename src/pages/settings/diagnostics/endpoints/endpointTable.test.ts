import { describe, expect, test } from 'vitest'
import { broken, no, ok } from '#tests/support/diagnosticsFacts.ts'
import type { EndpointReading, SeenEndpoint } from '../facts.ts'
import { endpointTable, paidWords } from './endpointTable.ts'

const seen = (...readings: readonly EndpointReading[]): readonly SeenEndpoint[] =>
  readings.map((reading, at) => ({
    url: `https://node${at}.example`,
    operator: `operator${at}.example`,
    reading,
  }))
const fine = ok(100)
const withoutReceipts = ok(100, { receipt: no('refuses') })

describe('one sentence says whether the endpoints can confirm payments', () => {
  test.each<[string, readonly EndpointReading[], string, string]>([
    ['three that agree', [fine, fine, fine], 'good', '“Paid” can be confirmed by 3 operators.'],
    [
      'two that agree',
      [fine, withoutReceipts, fine],
      'warn',
      '“Paid” can be confirmed by 2 operators, with none to spare.',
    ],
    [
      'one that serves receipts',
      [withoutReceipts, fine],
      'bad',
      'Can’t confirm “Paid”: only one operator serves receipts.',
    ],
    [
      'none that answers',
      [broken('cannot be reached')],
      'bad',
      'Can’t confirm “Paid”: no operator serves receipts.',
    ],
    [
      'two that differ',
      [fine, { ...fine, receipt: '{"status":"0x0"}' }],
      'bad',
      'Can’t confirm “Paid”: no two operators give the same receipt.',
    ],
  ])('behavior: for %s', (_, readings, tone, words) => {
    expect(paidWords(seen(...readings))).toEqual({ tone, words })
  })

  test('error: two addresses of one operator confirm nothing', () => {
    const same = seen(fine, fine).map((one) => ({ ...one, operator: 'bnbchain.org' }))
    expect(paidWords(same)).toMatchObject({ tone: 'bad' })
  })
})

test('behavior: the table has a cell for every check of every endpoint, run or not', () => {
  const [one] = seen(ok(100, { logs500: no('answers HTTP 413') }))
  const { rows } = endpointTable([one ?? null, null])
  expect(rows).toHaveLength(12)
  expect(rows.find(({ label }) => label === 'logs of 500 blocks')?.cells).toEqual([
    { short: 'no', full: 'no: answers HTTP 413', tone: 'warn' },
    { short: '–', full: 'not asked', tone: 'none' },
  ])
})
