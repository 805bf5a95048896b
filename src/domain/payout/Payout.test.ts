import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { batchName, idsOf } from '#domain/ledger/Attempt.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { withBatch } from '#tests/support/attempts.ts'
import { txHash } from '#tests/support/fakeSafe.ts'
import { payoutRow, planned } from '#tests/support/payoutContext.ts'
import { PAYOUT_HASH, SAFE } from '#tests/support/safeExamples.ts'
import {
  attemptOf,
  batchCalls,
  batchRows,
  batchSize,
  isRateOver,
  isRequested,
  newAttempt,
  openBatches,
  openPlaces,
  openRows,
  type Payout,
  payoutName,
  payoutNameOrTotals,
  planPayout,
  readPayoutTitle,
  toBatches,
  type UsdRate,
  unansweredOf,
  wasRejected,
  withConsent,
  withRetry,
} from './Payout.ts'

const attempt = { at: 1, position: null, known: [], submission: null }
const placesOf = ({ batches }: ReturnType<typeof planned>) => batches.map(({ rows }) => rows)

describe('planning', () => {
  const rows = [payoutRow(1n), payoutRow(2n), payoutRow(3n, Token.BNB), payoutRow(4n), payoutRow(5n)]

  test('behavior: a Safe’s batches combine rows of any token, in order', () => {
    expect(placesOf(planPayout({ address: SAFE, kind: 'safe' }, rows, 2, 0))).toEqual([[0, 1], [2, 3], [4]])
  })

  test('behavior: a wallet’s batches contain BNB only alone, so that it can be proven', () => {
    expect(placesOf(planPayout({ address: SAFE, kind: 'eoa' }, rows, 9, 0))).toEqual([[0, 1], [2], [3, 4]])
    const all = rows.map(({ amount }) => payoutRow(amount.value, Token.BNB))
    expect(placesOf(planPayout({ address: SAFE, kind: 'eoa' }, all, 9, 0))).toEqual([[0], [1], [2], [3], [4]])
  })

  test('behavior: a new plan has no requests, and names skipped lines', () => {
    const skipped = [{ line: 3, reason: 'We don’t know “BUSD”.' }]
    const account = { address: SAFE, kind: 'safe' } as const
    expect(planPayout(account, rows.slice(0, 1), 2, 7, skipped)).toStrictEqual({
      id: expect.any(String),
      account: SAFE,
      kind: 'safe',
      createdAt: 7,
      rows: rows.slice(0, 1),
      batches: [{ rows: [0], again: [] }],
      attempts: [],
      skipped,
      revision: 0,
    })
    expect(planPayout(account, [], 2, 7).batches).toEqual([])
    const labels = { run: { template: 'r', due: '2026-12-01' }, tag: 'spring', title: 'Reels' }
    expect(planPayout(account, [], 2, 7, [], labels)).toMatchObject(labels)
    expect(toBatches([4, 5], 1, ['a'])).toEqual([
      { rows: [4], again: ['a'] },
      { rows: [5], again: ['a'] },
    ])
  })
})

describe('batches', () => {
  test('behavior: a batch contains its own rows in order, and missing rows pay nothing', () => {
    const payout = planned()
    const batch = { rows: [2, 0, 9] }
    expect(batchRows(payout, batch)).toEqual([payout.rows[2], payout.rows[0]])
    expect(batchCalls(payout, batch)).toHaveLength(2)
  })

  test('behavior: a row that is requested again waits in its last batch', () => {
    const again = withRetry({ ...planned(1), closed: true }, [2, 0], 5, ['x'])
    expect(again.batches.at(-1)).toEqual({ rows: [2, 0], again: ['x'] })
    expect(again.closed).toBe(false)
    expect(openBatches(again)).toEqual([1, 3])
    expect(openPlaces(again)).toEqual([1, 2, 0])
  })

  test('behavior: a batch that was requested is not open, and one that was rejected is', () => {
    const asked = withBatch(withBatch(planned(1), 0, { attempt }), 1, { rejected: attempt })
    expect(openBatches(asked)).toEqual([1, 2])
    expect(openRows(asked)).toEqual(asked.rows.slice(1))
    const again = withBatch(asked, 1, { rejected: attempt, attempt: { ...attempt, at: 2 } })
    const rejected = (payout: Payout) => [0, 1, 2].map((batch) => wasRejected(payout, batch))
    expect([rejected(asked), rejected(again)]).toEqual([
      [false, true, false],
      [false, false, false],
    ])
    const onlyRejected = withBatch(planned(1), 1, { rejected: attempt })
    expect([onlyRejected, planned(1), asked, again].map(isRequested)).toEqual([false, false, true, true])
  })

  test('behavior: rows are requested again in batches as large as before, without any consent of before', () => {
    expect([planned(2), planned(1), { batches: [] }].map(batchSize)).toEqual([2, 1, 1])
    const consented = withConsent(planned(1), 1, new Set(['x', 'y']))
    expect(consented.batches.map(({ again }) => again)).toEqual([[], ['x', 'y'], []])
    expect(withRetry(consented, [1], 2).batches.at(-1)).toEqual({ rows: [1], again: [] })
  })

  test('behavior: a new request names the requests in US dollars that its rows answer, if there are any', () => {
    const made = { id: 'a', at: 1, time: null, position: null, known: [] }
    const payout = planned(2)
    const [first, ...others] = payout.rows
    const answers = { id: 'r', since: 1, until: 2 }
    const rows = first ? [{ ...first, answers }, ...others] : []
    const { id, account, kind } = payout
    const whole = { ...made, account, kind, payout: id, batch: 0, rows: [0, 1], restored: false, facts: [] }
    const calls = batchCalls(payout, { rows: [0, 1] })
    expect(newAttempt(payout, 0, made)).toStrictEqual({ ...whole, calls })
    expect(newAttempt({ ...payout, rows }, 0, made)).toStrictEqual({ ...whole, calls, requests: ['r', null] })
  })

  test('behavior: only a request without an answer is open', () => {
    const submission = { kind: 'sent', from: SAFE, calls: [], hash: txHash(1), nonce: 1n, since: 1n } as const
    const openIn = (payout: Payout) => unansweredOf(payout).map(({ batch }) => batch)
    expect(openIn(planned())).toEqual([])
    expect(openIn(withBatch(planned(), 0, { attempt: { ...attempt, submission } }))).toEqual([])
    expect(openIn(withBatch(planned(), 0, { rejected: attempt }))).toEqual([])
    const changed = withBatch(planned(1), 1, { attempt })
    expect(openIn(changed)).toEqual([1])
    expect([0, 1, 2].map((batch) => attemptOf(changed, batch)?.rows)).toEqual([undefined, [1], undefined])
  })
})

describe('what people call a payout', () => {
  const [one, two] = [payoutRow(1n), payoutRow(5n * 10n ** 17n, Token.BNB)]
  test.each<[Parameters<typeof payoutNameOrTotals>[0], string | null, string]>([
    [{ rows: [one, two], title: 'Reels', tag: 'spring' }, 'Reels', 'Reels'],
    [{ rows: [one, two], tag: 'spring' }, 'spring', 'spring'],
    [{ rows: [two], title: 'Reels', tag: 'spring' }, 'Reels', 'Reels'],
    [{ rows: [two], tag: 'spring' }, null, '0.50 BNB'],
    [{ rows: [two, { ...two, amount: { token: usdt, value: 10n ** 18n } }] }, null, '0.50 BNB and 1 USDT'],
  ])('behavior: %o', (payout, name, words) => {
    expect([payoutName(payout), payoutNameOrTotals(payout)]).toEqual([name, words])
  })

  const long = `Use at most 80 characters.`
  const isAddress = 'This looks like an address. Enter a title that no one can take for one.'
  test.each([
    ['  Autumn \u200b reels ', { ok: true, title: 'Autumn reels' }],
    ['🎬'.repeat(80), { ok: true, title: '🎬'.repeat(80) }],
    ['🎬'.repeat(81), { ok: false, fault: long }],
    [SAFE, { ok: false, fault: isAddress }],
    [' ', { ok: true, title: null }],
  ])('behavior: the title %j', (typed, read) => {
    expect(readPayoutTitle(typed)).toEqual(read)
  })
})

describe('a rate', () => {
  const rate: UsdRate = {
    cents: 1n,
    tolerance: 0,
    madeAt: 0,
    until: 10_000,
    price: { value: 1n, at: 0 },
    readAt: 5_000_000,
    link: 'x',
  }
  const hour = 3_600_000
  test.each([
    [rate.readAt, false],
    [rate.readAt + hour, false],
    [rate.readAt + hour + 1, true],
    [rate.readAt - hour, false],
    [rate.readAt - hour - 1, true],
  ])('error: at %i ms it is over: %s', (now, isOver) => {
    expect(isRateOver({ rate }, now)).toBe(isOver)
    expect(isRateOver({}, now)).toBe(false)
  })

  test('error: is over when its request expires', () => {
    const over = [9_999_999, 10_000_000].map((now) => isRateOver({ rate: { ...rate, readAt: now } }, now))
    expect(over).toEqual([false, true])
  })
})

describe('ids of submissions', () => {
  const upper = (hash: string) => `0x${hash.slice(2).toUpperCase()}` as never

  test('behavior: hashes are compared in lower case', () => {
    const proposed = {
      kind: 'proposed',
      safe: SAFE,
      calls: [],
      safeTxHash: upper(PAYOUT_HASH),
      inLargerBatch: false,
    }
    expect(idsOf(proposed as never)).toEqual([PAYOUT_HASH])
    const hash = txHash(0xab)
    expect(idsOf({ kind: 'sent', from: SAFE, calls: [], hash: upper(hash), nonce: 1n, since: 1n })).toEqual([
      hash,
    ])
  })

  test('behavior: a batch is found by the wallet’s id, by its transaction, or by both', () => {
    const hash = txHash(0xab)
    const batch = { kind: 'batched', from: SAFE, calls: [], id: 'call-1', hashes: [], since: 1n } as const
    expect(idsOf(batch)).toEqual([batchName('call-1')])
    expect(idsOf({ ...batch, hashes: [upper(hash)] })).toEqual([batchName('call-1'), hash])
    expect(idsOf({ ...batch, id: '', hashes: [hash] })).toEqual([hash])
    expect(idsOf({ ...batch, id: '' })).toEqual([])
  })

  test('behavior: a batch’s name is short, and differs for another id', () => {
    expect(batchName('a')).toMatch(/^batch:[0-9a-f]{40}$/)
    expect(batchName('a')).not.toBe(batchName('b'))
  })
})
