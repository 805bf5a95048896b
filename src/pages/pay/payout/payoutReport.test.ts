import { readXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { type FoldedStatus, notRequested } from '#domain/ledger/foldStatus.ts'
import { type Payout, planPayout } from '#domain/payout/Payout.ts'
import type { PaidTransfer } from '#safe/proposal/paidTransfers.ts'
import { PAYEE, PAYOUT_HASH, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { payoutReport, payoutReportName, payoutWorkbook } from './payoutReport.ts'

const usdt = Token.find(USDT) ?? Token.BNB
const hash = `0x${'ab'.repeat(32)}` as const
const submission = {
  kind: 'proposed',
  safe: SAFE,
  calls: [],
  safeTxHash: PAYOUT_HASH,
  inLargerBatch: false,
} as const
const payout: Payout = planPayout(
  { address: SAFE, kind: 'safe' },
  [
    { payee: PAYEE, amount: { token: usdt, value: 1n }, note: '=1+1', reference: 'March', handle: '@anna' },
    { payee: PAYEE, amount: { token: Token.BNB, value: 25n * 10n ** 17n }, note: null, reference: null },
    { payee: PAYEE, amount: { token: usdt, value: 3n }, note: null, reference: null },
    { payee: PAYEE, amount: { token: usdt, value: 4n }, note: null, reference: null },
  ],
  4,
  0,
  [{ line: 7, reason: 'We don’t know “BUSD”.' }],
)
const transfer: PaidTransfer = {
  token: USDT,
  from: SAFE,
  to: PAYEE,
  value: 1n,
  logIndex: 12n,
  name: 'log-12',
  bySafe: null,
}
const states: readonly FoldedStatus[] = [
  { submission, beside: [], status: { kind: 'paid', hash } },
  {
    submission,
    beside: [],
    status: { kind: 'needs-signatures', have: 1, need: 2, turn: { next: 1n, own: 1n } },
  },
  { submission, beside: [], status: { kind: 'not-paid', why: 'left-out', hash } },
  notRequested,
]

test('behavior: lists each row with its status and link, and each skipped line with its reason', () => {
  const text = payoutReport(
    payout,
    states,
    { found: new Map([[0, transfer]]), unread: 2 },
    'https://a.example/',
  )
  expect(text.startsWith('\uFEFF')).toBe(true)
  const { data, errors } = Papa.parse<Record<string, string>>(text.slice(1), {
    header: true,
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  expect(data).toHaveLength(payout.rows.length + 4)
  expect(data[0]).toMatchObject({
    row: '1',
    receiver: PAYEE,
    amount: '0.000000000000000001',
    token: 'USDT',
    token_address: USDT,
    reference: 'March',
    note: "'=1+1",
    handle: "'@anna",
    state: 'Paid',
    transaction: hash,
    safe_tx_hash: PAYOUT_HASH,
    log_index: '12',
    receipt: `https://a.example/#/receipt/56/${hash}/log-12`,
  })
  expect(data[1]).toMatchObject({
    amount: '2.5',
    token: 'BNB',
    token_address: '',
    state: 'Proposed, needs 1 more signature',
    transaction: '',
    log_index: '',
    receipt: '',
  })
  expect(data[2]).toMatchObject({
    state: 'Not paid',
    remark: expect.stringContaining('the token says that this transfer was not part of it'),
    transaction: hash,
    receipt: '',
  })
  expect(data[3]).toMatchObject({ state: 'Not sent yet', safe_tx_hash: '' })
  expect(data[4]).toMatchObject({ state: 'Skipped', remark: 'Line 7: We don’t know “BUSD”.' })
  expect(data[5]).toMatchObject({ row: 'date', receiver: '1970-01-01T00:00:00.000Z' })
  expect(data[6]).toMatchObject({ row: 'fingerprint', receiver: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  expect(data[7]).toMatchObject({ row: 'receipts that were not read', receiver: '2' })
})

test('behavior: the title, the campaign and the date stand below the rows', () => {
  const named = { ...payout, title: '=Autumn', tag: 'reels', createdAt: Date.UTC(2026, 10, 27, 23) }
  const text = payoutReport(named, states, { found: new Map(), unread: 0 }, 'https://a.example/')
  const { data } = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true })
  expect(data.slice(6, 9).map(([name, value]) => [name, value])).toEqual([
    ['title', "'=Autumn"],
    ['campaign', 'reels'],
    ['date', '2026-11-27T23:00:00.000Z'],
  ])
})

test.each([
  ['its title', { title: 'Autumn reels!', tag: 'fall' }, 'payout-report-2026-11-27-autumn-reels.csv'],
  ['its campaign', { tag: 'Fall 26' }, 'payout-report-2026-11-27-fall-26.csv'],
  ['its id', {}, 'payout-report-2026-11-27-1234abcd.csv'],
  ['its date alone', { title: '秋' }, 'payout-report-2026-11-27.csv'],
])('behavior: its name has its date and %s', (_, labels, name) => {
  const createdAt = Date.UTC(2026, 10, 27, 23)
  expect(payoutReportName({ ...payout, id: '1234abcd-5678', createdAt, ...labels })).toBe(name)
})

test('behavior: the workbook has the same rows, with amounts to add up and texts as they were entered', async () => {
  const nothing = { found: new Map(), unread: 0 }
  const file = await payoutWorkbook(payout, states, nothing, 'https://a.example/')
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  const [titles = [], small, large] = sheets[0]?.rows ?? []
  const cell = (row: typeof small, title: string) => row?.[titles.indexOf(title)]
  expect(cell(small, 'amount')).toBe(1e-18)
  expect(cell(large, 'amount')).toBe(2.5)
  expect([cell(small, 'note'), cell(small, 'handle'), cell(small, 'state')]).toEqual([
    '=1+1',
    '@anna',
    'Paid',
  ])
  expect(payoutReportName(payout, 'xlsx')).toMatch(/^payout-report-1970-01-01-.*\.xlsx$/)
})
