import { describe, expect, test } from 'vitest'
import type { Submission } from '#account/Submission.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { batchCalls, openPlaces, planPayout, withRetry } from '#domain/payout/Payout.ts'
import { type Asked, withBatch } from '#tests/support/attempts.ts'
import { txHash } from '#tests/support/fakeSafe.ts'
import { payoutRow, planned } from '#tests/support/payoutContext.ts'
import { PAYOUT_HASH, SAFE } from '#tests/support/safeExamples.ts'
import type { Attempt } from './Attempt.ts'
import { countRows, type FoldedStatus, foldStatuses, kindOf, payableAgain } from './foldStatus.ts'

describe('the status of rows', () => {
  const calls = batchCalls(planned(), { rows: [0, 1, 2] })
  const submission: Submission = {
    kind: 'proposed',
    safe: SAFE,
    calls,
    safeTxHash: PAYOUT_HASH,
    inLargerBatch: false,
  }
  const asked = withBatch(planned(), 0, {
    attempt: { at: 1, position: { block: 9n, nonce: 1n }, known: [], submission },
  })
  const hash = txHash(1)
  const failed: PaymentStatus = { kind: 'not-paid', why: 'left-out', hash }
  const paid: PaymentStatus = { kind: 'paid', hash }
  const unknown: PaymentStatus = { kind: 'unknown', why: 'not-visible', hash }

  const kindsOf = (rows: readonly FoldedStatus[]) => rows.map(({ status }) => kindOf(status))

  test('error: after a partly failed transaction, only rows proven not paid are offered again', () => {
    const rows = foldStatuses(asked, () => [paid, failed, unknown])
    expect(kindsOf(rows)).toEqual(['paid', 'not-paid', 'unknown'])
    expect(payableAgain(rows)).toEqual([1])
    const again = withRetry(asked, payableAgain(rows), 3)
    expect(again.batches.map(({ rows: places }) => places)).toEqual([[0, 1, 2], [1]])
    expect(openPlaces(again)).toEqual([1])
  })

  test('error: a failure in a block that is not final proves nothing', () => {
    const young: PaymentStatus = { kind: 'unknown', why: 'not-final', hash }
    const confirming: PaymentStatus = { kind: 'confirming', hash, lacks: 'finality' }
    const rows = foldStatuses(asked, () => [confirming, young, unknown])
    expect(kindsOf(rows)).toEqual(['on-the-way', 'unknown', 'unknown'])
    expect(payableAgain(rows)).toEqual([])
  })

  test('behavior: a proposal in the queue is not on the way, because no money moves before it is executed', () => {
    const turn = { next: 1n, own: 1n }
    const waits: PaymentStatus = { kind: 'needs-signatures', have: 1, need: 2, turn }
    const rows = foldStatuses(asked, () => [waits, { ...waits, kind: 'ready', have: 2 }, paid])
    expect(kindsOf(rows)).toEqual(['queued', 'queued', 'paid'])
  })

  test('error: a row without a status is unknown, whatever its neighbours are', () => {
    expect(kindsOf(foldStatuses(asked, () => [paid]))).toEqual(['paid', 'unknown', 'unknown'])
    expect(kindsOf(foldStatuses(asked, () => []))).toEqual(['unknown', 'unknown', 'unknown'])
    const unread = foldStatuses(asked, () => undefined)
    expect(unread.map(({ status }) => status.kind)).toEqual(['reading', 'reading', 'reading'])
    expect(kindsOf(unread)).toEqual(['reading', 'reading', 'reading'])
    expect(payableAgain(unread)).toEqual([])
  })

  test('behavior: every row is counted in exactly one kind', () => {
    const none = countRows([])
    expect(countRows(foldStatuses(asked, () => [paid, paid, paid]))).toEqual({ ...none, paid: 3 })
    const short: PaymentStatus = { kind: 'short', hash, received: 1n }
    const mixed = countRows(foldStatuses(asked, () => [short, failed, { kind: 'pending', hash }]))
    expect(mixed).toEqual({ ...none, short: 1, 'not-paid': 1, 'on-the-way': 1 })
  })

  test('behavior: distinguishes rows that are open, rejected and being requested', () => {
    const attempt = { at: 1, position: null, known: [], submission: null }
    const one = withBatch(withBatch(planned(1), 1, { rejected: attempt }), 2, { attempt })
    const rejected = [
      { kind: 'not-requested', rejected: false },
      { kind: 'not-requested', rejected: true },
    ]
    const statusesIn = (asking: string | null) =>
      foldStatuses(one, () => undefined, asking).map(({ status }) => status)
    expect(statusesIn(one.attempts[1]?.id ?? '')).toEqual([...rejected, { kind: 'asking' }])
    const unanswered = { kind: 'unknown', why: 'no-answer', hash: null }
    for (const asking of [null, one.attempts[0]?.id ?? ''])
      expect(statusesIn(asking)).toEqual([...rejected, unanswered])
  })

  test('behavior: a row outside all batches was not requested', () => {
    const open = { status: { kind: 'not-requested', rejected: false }, submission: null, beside: [] }
    expect(foldStatuses(planned(), () => undefined)).toEqual([open, open, open])
  })
})

describe('several attempts of one row', () => {
  const hash = (digit: string) => `0x${digit.repeat(64)}` as const
  const turn = { next: 1n, own: 1n }
  /** A status of each kind, and the one of an attempt that was rejected. */
  const kinds: Readonly<Record<string, PaymentStatus | 'rejected' | 'unanswered'>> = {
    paid: { kind: 'paid', hash: hash('a') },
    short: { kind: 'short', hash: hash('b'), received: 1n },
    mismatch: { kind: 'mismatch', differences: ['Another amount.'] },
    confirming: { kind: 'confirming', hash: hash('c'), lacks: 'finality' },
    pending: { kind: 'pending', hash: hash('d') },
    ready: { kind: 'ready', have: 2, need: 2, turn },
    'needs-signatures': { kind: 'needs-signatures', have: 1, need: 2, turn },
    unknown: { kind: 'unknown', why: 'not-visible', hash: hash('e') },
    unanswered: 'unanswered',
    'not-paid': { kind: 'not-paid', why: 'failed', hash: hash('f') },
    rejected: 'rejected',
  }
  /** The order in which they decide, first by `docs/money.md` 8. */
  const order = Object.keys(kinds)
  const shown = (kind: string) =>
    kind === 'unanswered' ? 'unknown' : kind === 'rejected' ? 'not-requested' : kind

  function fold(...outcomes: readonly string[]): FoldedStatus {
    let payout = planPayout({ address: SAFE, kind: 'safe' }, [payoutRow(5n)], 1, 1)
    const [calls] = [batchCalls(payout, { rows: [0] })]
    outcomes.forEach((outcome, index) => {
      if (index > 0) payout = withRetry(payout, [0], 1)
      const safeTxHash = `0x${String(index + 1).padStart(64, '0')}` as typeof PAYOUT_HASH
      const submission: Submission | null =
        outcome === 'unanswered' || outcome === 'rejected'
          ? null
          : { kind: 'proposed', safe: SAFE, calls, safeTxHash, inLargerBatch: false }
      const asked = { at: index + 1, position: null, known: [], submission }
      payout = withBatch(payout, index, outcome === 'rejected' ? { rejected: asked } : { attempt: asked })
    })
    const [only] = foldStatuses(payout, (attempt) => {
      const status = kinds[outcomes[payout.attempts.indexOf(attempt)] ?? '']
      return typeof status === 'object' ? [status] : undefined
    })
    if (!only) throw new Error('There is one row')
    return only
  }

  test.each(order.flatMap((first) => order.map((second) => [first, second] as const)))(
    'behavior: %s and %s are put together, in whatever order they were requested',
    (first, second) => {
      const { status, beside } = fold(first, second)
      const decides = order.indexOf(first) <= order.indexOf(second) ? first : second
      const other = decides === first ? second : first
      if (first === 'paid' && second === 'paid') {
        // Both name one transaction, and that is one payment.
        expect(status).toEqual(kinds.paid)
        return
      }
      if (first !== second && [first, second].every((one) => one === 'paid' || one === 'short')) {
        // Money moved twice, whatever the payee received of each.
        expect(status).toMatchObject({
          kind: 'paid-twice',
          hashes: expect.arrayContaining([hash('a'), hash('b')]),
        })
        expect(beside).toEqual([])
        return
      }
      expect(status.kind).toBe(shown(decides))
      const isOpen = !['paid', 'short', 'not-paid', 'rejected'].includes(other)
      expect(beside.map(({ kind }) => kind)).toEqual(isOpen ? [shown(other)] : [])
      // Only rows that every attempt is proven not to have paid are offered again.
      const isProven = [first, second].every((one) => one === 'not-paid' || one === 'rejected')
      const isOffered = isProven && [first, second].includes('not-paid')
      expect(payableAgain([{ status, submission: null, beside }])).toEqual(isOffered ? [0] : [])
    },
  )

  test('error: a row of which a fee token kept a part in two transactions is said to be paid twice', () => {
    let payout = planPayout({ address: SAFE, kind: 'safe' }, [payoutRow(5n)], 1, 1)
    const [calls] = [batchCalls(payout, { rows: [0] })]
    for (const [index, digit] of ['1', '2'].entries()) {
      if (index > 0) payout = withRetry(payout, [0], 1)
      const safeTxHash = hash(digit) as unknown as typeof PAYOUT_HASH
      const submission: Submission = { kind: 'proposed', safe: SAFE, calls, safeTxHash, inLargerBatch: false }
      payout = withBatch(payout, index, { attempt: { at: index + 1, position: null, known: [], submission } })
    }
    const rows = foldStatuses(payout, ({ batch }) => [
      { kind: 'short', hash: hash(String(batch + 1)), received: 4n },
    ])
    expect(rows).toMatchObject([{ status: { kind: 'paid-twice', hashes: [hash('1'), hash('2')] } }])
  })

  test('error: a row that two transactions paid is said to be paid twice', () => {
    let payout = planPayout({ address: SAFE, kind: 'safe' }, [payoutRow(5n)], 1, 1)
    const asked = (digit: string, at: number): Asked => ({
      at,
      position: null,
      known: [],
      submission: {
        kind: 'proposed' as const,
        safe: SAFE,
        inLargerBatch: false,
        calls: batchCalls(payout, { rows: [0] }),
        safeTxHash: hash(digit) as unknown as typeof PAYOUT_HASH,
      },
    })
    payout = withRetry(withBatch(payout, 0, { attempt: asked('1', 1) }), [0], 1)
    payout = withBatch(payout, 1, { attempt: asked('2', 2) })
    const rows = foldStatuses(payout, ({ batch }) => [{ kind: 'paid', hash: hash(String(batch + 1)) }])
    expect(rows).toMatchObject([{ status: { kind: 'paid-twice', hashes: [hash('1'), hash('2')] } }])
    expect(countRows(rows)).toMatchObject({ 'paid-twice': 1, paid: 0 })
    expect(payableAgain(rows)).toEqual([])
  })

  test('error: a row that is twice in one batch of its Safe is said to be paid twice', () => {
    let payout = planPayout({ address: SAFE, kind: 'safe' }, [payoutRow(5n)], 1, 1)
    const calls = batchCalls(payout, { rows: [0] })
    const submission: Submission = {
      kind: 'proposed',
      safe: SAFE,
      calls,
      safeTxHash: PAYOUT_HASH,
      inLargerBatch: true,
    }
    for (const index of [0, 1]) {
      if (index > 0) payout = withRetry(payout, [0], 1)
      payout = withBatch(payout, index, { attempt: { at: index + 1, position: null, known: [], submission } })
    }
    const paid: PaymentStatus = { kind: 'paid', hash: hash('1') }
    const rows = foldStatuses(payout, () => [paid])
    expect(rows).toMatchObject([
      { status: { kind: 'paid-twice', times: 2, hashes: [hash('1')] }, beside: [] },
    ])
    // With one more in a transaction of its own, money moved three times.
    const more = withRetry(payout, [0], 1)
    const alone = {
      ...submission,
      safeTxHash: hash('2') as unknown as typeof PAYOUT_HASH,
      inLargerBatch: false,
    }
    const thrice = withBatch(more, 2, { attempt: { at: 3, position: null, known: [], submission: alone } })
    expect(
      foldStatuses(thrice, ({ batch }) => [batch === 2 ? { ...paid, hash: hash('2') } : paid]),
    ).toMatchObject([{ status: { kind: 'paid-twice', times: 3, hashes: [hash('1'), hash('2')] } }])
    // The second one has no answer yet.
    const once = foldStatuses(payout, ({ batch }) =>
      batch === 0 ? [paid] : [{ kind: 'pending', hash: null }],
    )
    expect(once).toMatchObject([{ status: paid, beside: [{ kind: 'pending' }] }])
  })

  test('error: a record of a file settles no row of a payout that was made here', () => {
    const payout = withBatch(planPayout({ address: SAFE, kind: 'safe' }, [payoutRow(5n)], 1, 1), 0, {
      attempt: { at: 1, position: null, known: [], submission: null },
    })
    const [own] = payout.attempts
    const submission: Submission = {
      kind: 'proposed',
      safe: SAFE,
      inLargerBatch: false,
      calls: own?.calls ?? [],
      safeTxHash: PAYOUT_HASH,
    }
    if (!own) throw new Error('There is one attempt')
    const facts = [{ kind: 'answered' as const, at: 1, submission }]
    const claim: Attempt = { ...own, id: 'file', restored: true, facts }
    const both = { ...payout, attempts: [own, claim] }
    for (const status of ['paid', 'not-paid', 'short', 'mismatch']) {
      const read = kinds[status]
      const rows = foldStatuses(both, () => (typeof read === 'object' ? [read] : undefined))
      expect(rows).toMatchObject([{ status: { kind: 'unknown' } }])
      expect(payableAgain(rows)).toEqual([])
    }
    // A payout that came from the file as a whole is followed like any other.
    const restored = foldStatuses({ ...both, attempts: [claim], restored: true }, () =>
      typeof kinds.paid === 'object' ? [kinds.paid] : undefined,
    )
    expect(restored).toMatchObject([{ status: { kind: 'paid' } }])
    // Nobody reviewed it here, so it cannot differ from its review.
    const differs = foldStatuses({ ...both, attempts: [claim], restored: true }, () =>
      typeof kinds.mismatch === 'object' ? [kinds.mismatch] : undefined,
    )
    expect(differs).toEqual([
      { status: { kind: 'unknown', why: 'restored', hash: null }, submission, beside: [] },
    ])
  })
})
