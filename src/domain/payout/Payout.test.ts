import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { batchName, idsOf } from '#domain/ledger/Attempt.ts'
import { withBatch } from '#tests/support/attempts.ts'
import { txHash } from '#tests/support/fakeSafe.ts'
import { payoutRow, planned } from '#tests/support/payoutContext.ts'
import { PAYOUT_HASH, SAFE } from '#tests/support/safeExamples.ts'
import {
  attemptOf,
  batchCalls,
  batchRows,
  openBatches,
  openPlaces,
  type Payout,
  planPayout,
  toBatches,
  unansweredOf,
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
    expect(planPayout(account, rows.slice(0, 1), 2, 7, skipped)).toEqual({
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
