import { describe, expect, test } from 'vitest'
import type { Submission } from '#account/Submission.ts'
import { fromTransfer } from '#chain/money/Call.ts'
import { startSlices } from '#domain/draft/import/slices.ts'
import type { Attempt, Fact } from '#domain/ledger/Attempt.ts'
import { openPlaces, type Payout, withRetry } from '#domain/payout/Payout.ts'
import { anAttempt } from '#tests/support/attempts.ts'
import { hashOf, requested, threeRows } from '#tests/support/backupWorld.ts'
import { PAYEE, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { findClaimed, joinPayouts } from './payoutKinds.ts'

const [A, B] = [hashOf('a'), hashOf('b')]
const rejected: Fact = { kind: 'rejected', at: 5 }

/** The payout as a file brings it. */
const inFile = (payout: Payout): Payout => ({
  ...payout,
  restored: true,
  attempts: payout.attempts.map((attempt) => ({ ...attempt, restored: true })),
})

describe('two records of one payout', () => {
  const open = threeRows('p-1')
  const asked = requested(open, 0, { at: 10, hash: A })
  const elsewhere = inFile(requested(open, 1, { at: 20, hash: B }))
  const [added] = elsewhere.attempts
  const again = withRetry(open, [0, 2], 2)

  test.each<[string, Payout, Payout, Partial<Payout>]>([
    ['stays as it is if the file knows nothing more', asked, inFile(asked), {}],
    ['stays as it is if the file knows less', asked, inFile(open), {}],
    [
      'gets what the file asked for in a batch that is here',
      asked,
      elsewhere,
      { attempts: [...asked.attempts, ...elsewhere.attempts] },
    ],
    [
      'gets nothing that was only rejected there',
      asked,
      { ...elsewhere, attempts: added ? [{ ...added, facts: [rejected] }] : [] },
      {},
    ],
    [
      'gets the batch with what the file asked for',
      asked,
      inFile(requested(again, 3, { at: 20, hash: null })),
      {
        batches: [...open.batches, { rows: [0, 2], again: [] }],
        attempts: [...asked.attempts, ...inFile(requested(again, 3, { at: 20, hash: null })).attempts],
      },
    ],
    [
      'gets such a batch at its end, whatever its place in the file was',
      withRetry(asked, [1], 1),
      inFile(requested(again, 3, { at: 20, hash: null })),
      {
        batches: [...open.batches, { rows: [1], again: [] }, { rows: [0, 2], again: [] }],
        attempts: [
          ...asked.attempts,
          ...inFile(requested(again, 3, { at: 20, hash: null })).attempts.map((one) => ({
            ...one,
            batch: 4,
          })),
        ],
      },
    ],
    ['gets no batch that the file would still ask for', asked, inFile(withRetry(asked, [0], 1, ['x'])), {}],
    ['gets the campaign of the file', open, inFile({ ...open, tag: 'theirs' }), { tag: 'theirs' }],
    ['gets the title of the file', open, inFile({ ...open, title: 'theirs' }), { title: 'theirs' }],
    ['keeps its own title', { ...open, title: 'mine' }, inFile({ ...open, title: 'theirs' }), {}],
    ['keeps its own campaign', { ...open, tag: 'mine' }, inFile({ ...open, tag: 'theirs' }), {}],
  ])('behavior: %s', (_, mine, theirs, some) => {
    const joined = joinPayouts(mine, theirs)
    expect(joined).toEqual({ ...mine, ...some })
    // No row becomes payable by it.
    expect(openPlaces(mine)).toEqual(expect.arrayContaining([...(joined ? openPlaces(joined) : [])]))
  })

  test('error: never asks again for a row that the file asked for in a smaller batch', () => {
    const whole = { ...open, batches: [{ rows: [0, 1, 2], again: [] }] }
    const smaller = { ...whole, batches: [...whole.batches, ...open.batches] }
    const joined = joinPayouts(whole, inFile(requested(smaller, 1, { at: 20, hash: B })))
    expect(joined && openPlaces(joined)).toEqual([1, 2])
  })

  test('error: is not joined with another list', () => {
    expect(joinPayouts(open, inFile({ ...open, rows: open.rows.slice(1) }))).toBeNull()
  })

  test('behavior: what came from a file learns of an answer, and of no rejection', () => {
    const unanswered = inFile(requested(open, 0, { at: 10, hash: null }))
    const [facts = []] = asked.attempts.map((attempt) => attempt.facts)
    const [attempt] = unanswered.attempts
    const withFile = inFile({
      ...asked,
      attempts: attempt ? [{ ...attempt, facts: [rejected, ...facts] }] : [],
    })
    expect(joinPayouts(unanswered, withFile)?.attempts).toEqual([{ ...attempt, facts }])
    // In any order.
    const second = attempt && { ...attempt, id: 'second' }
    const both = { ...unanswered, attempts: [...(second ? [second] : []), ...unanswered.attempts] }
    expect(joinPayouts(both, withFile)?.attempts).toEqual([second, { ...attempt, facts }])
    const withBoth = { ...withFile, attempts: [...(second ? [second] : []), ...withFile.attempts] }
    expect(joinPayouts(unanswered, withBoth)?.attempts.slice(0, 1)).toEqual([{ ...attempt, facts }])
  })
})

describe('entries of a file', () => {
  const call = (value: bigint) => fromTransfer({ token: USDT, to: PAYEE, value })
  const proposed = (hash: string, inLargerBatch: boolean): Submission => ({
    kind: 'proposed',
    safe: SAFE,
    calls: [],
    inLargerBatch,
    safeTxHash: hash as Extract<Submission, { kind: 'proposed' }>['safeTxHash'],
  })
  const answered = (submission: Submission): Fact => ({ kind: 'answered', at: 1, submission })
  const found = (submission: Submission): Fact => ({
    kind: 'found',
    at: 1,
    submission,
    by: 'content',
  })
  /** An attempt of a payout that pays this amount, and the known facts about it. */
  const attempt = (id: string, payout: string | null, value: bigint, ...facts: readonly Fact[]): Attempt =>
    anAttempt({ account: SAFE, kind: 'safe', calls: [call(value)], id, payout, facts })
  const alone = (hash: string) => answered(proposed(hash, false))
  const inLargerBatch = (hash: string) => answered(proposed(hash, true))

  const taken = 'its transaction belongs to another payment'
  const known = 'is recorded here already'
  const twice = 'is in the file twice'
  const [x, mine] = ['x', attempt('x', 'p-1', 5n, alone(A))]

  test.each<[string, readonly Attempt[], readonly (readonly Attempt[])[], Readonly<Record<string, string>>]>([
    ['that nothing here knows are taken', [], [[attempt(x, 'p-1', 5n, alone(A))]], {}],
    ['that are known here are joined', [mine], [[attempt(x, 'p-1', 5n, alone(A))]], {}],
    ['that say less are joined', [mine], [[attempt(x, 'p-1', 5n)]], {}],
    ['with the transaction of another record', [mine], [[attempt('y', 'p-2', 5n, alone(A))]], { 0: taken }],
    ['with one in a larger batch, too', [mine], [[attempt('y', 'p-2', 7n, inLargerBatch(A))]], { 0: taken }],
    [
      'with the transaction of another account are taken',
      [{ ...mine, account: PAYEE }],
      [[attempt('y', 'p-2', 5n, alone(A))]],
      {},
    ],
    ['with the request of another payout', [mine], [[attempt(x, 'p-2', 5n)]], { 0: known }],
    [
      'with the request of a payout that is not here',
      [attempt(x, null, 5n)],
      [[attempt(x, 'p-2', 5n)]],
      { 0: known },
    ],
    ['without a payout are compared elsewhere', [mine], [[attempt(x, null, 5n)]], {}],
    [
      'with the request of another account are taken',
      [{ ...mine, account: PAYEE }],
      [[attempt(x, 'p-2', 5n)]],
      {},
    ],
    [
      'with one transaction',
      [],
      [[attempt('y', 'p-1', 5n, alone(A))], [attempt('z', 'p-2', 7n, alone(A))]],
      { 1: taken },
    ],
    [
      'with one transaction within an entry',
      [],
      [[attempt('y', 'p-1', 5n, alone(A)), attempt('z', 'p-1', 7n, alone(A))]],
      { 0: taken },
    ],
    [
      'with one transaction, of which one is said to be larger',
      [],
      [[attempt('y', 'p-1', 5n, inLargerBatch(A))], [attempt('z', 'p-2', 7n, alone(A))]],
      { 1: taken },
    ],
    [
      'with one transaction, of which the other is said to be larger',
      [],
      [[attempt('y', 'p-1', 5n, alone(A))], [attempt('z', 'p-2', 7n, inLargerBatch(A))]],
      { 1: taken },
    ],
    [
      'with different payments in one larger batch are taken',
      [],
      [[attempt('y', 'p-1', 5n, inLargerBatch(A))], [attempt('z', 'p-2', 7n, found(proposed(A, true)))]],
      {},
    ],
    [
      'with the same payment in one larger batch',
      [],
      [[attempt('y', 'p-1', 5n, inLargerBatch(A))], [attempt('z', 'p-2', 5n, inLargerBatch(A))]],
      { 1: taken },
    ],
    [
      'with the same payment as the first of two in one larger batch',
      [],
      [
        [attempt('v', 'p-1', 5n, inLargerBatch(A))],
        [attempt('y', 'p-2', 7n, inLargerBatch(A))],
        [attempt('z', 'p-3', 5n, inLargerBatch(A))],
      ],
      { 2: taken },
    ],
    [
      'with one of the same payments in one larger batch',
      [],
      [
        [{ ...attempt('y', 'p-1', 5n, inLargerBatch(A)), calls: [call(5n), call(7n)] }],
        [attempt('z', 'p-2', 7n, inLargerBatch(A))],
      ],
      { 1: taken },
    ],
    [
      'with different payments in one larger batch are taken, whatever else is known',
      [],
      [
        [attempt('y', 'p-1', 5n, rejected, inLargerBatch(A))],
        [attempt('z', 'p-2', 7n, inLargerBatch(A), rejected)],
      ],
      {},
    ],
    [
      'with one larger batch within an entry are taken',
      [],
      [[attempt('y', 'p-1', 5n, inLargerBatch(A)), attempt('z', 'p-1', 5n, inLargerBatch(A))]],
      {},
    ],
    [
      'with one batch within an entry, of which one is found alone',
      [],
      [[attempt('y', 'p-1', 5n, inLargerBatch(A)), attempt('z', 'p-1', 5n, found(proposed(A, false)))]],
      { 0: taken },
    ],
    [
      'with transactions of their own are taken',
      [],
      [[attempt('y', 'p-1', 5n, alone(A))], [attempt('z', 'p-2', 5n, alone(B))]],
      {},
    ],
    ['with one request', [], [[attempt('y', 'p-1', 5n)], [attempt('y', 'p-2', 7n)]], { 1: twice }],
    [
      'with one request within an entry',
      [],
      [[attempt('y', 'p-1', 5n), attempt('y', 'p-1', 7n)]],
      { 0: twice },
    ],
    [
      'of one name in two accounts are taken',
      [],
      [[attempt('y', 'p-1', 5n)], [{ ...attempt('y', 'p-2', 7n), account: PAYEE }]],
      {},
    ],
  ])('behavior: %s', async (_, here, theirs, left) => {
    const entries = theirs.map((attempts, at) => ({ attempts, key: `${at}` }))
    const claimed = await findClaimed(
      here,
      entries,
      ({ key }) => key,
      ({ attempts }) => attempts,
      startSlices(),
    )
    expect(Object.fromEntries(claimed)).toEqual(left)
  })
})
