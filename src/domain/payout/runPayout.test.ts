import { describe, expect, test } from 'vitest'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { batchAt, withBatch } from '#tests/support/attempts.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { txHash } from '#tests/support/fakeSafe.ts'
import { contextOf, noConsent, planned, queued } from '#tests/support/payoutContext.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { withRetry } from './Payout.ts'
import { runPayout } from './runPayout.ts'

describe('a run', () => {
  const options = () => ({ signal: new AbortController().signal, pause: async () => {}, onChange: () => {} })

  test.each<PaymentStatus>([
    { kind: 'mismatch', differences: ['another amount'] },
    { kind: 'not-paid', why: 'failed', hash: txHash(1) },
    { kind: 'not-paid', why: 'replaced', hash: null },
    { kind: 'unknown', why: 'not-visible', hash: null },
    { kind: 'unknown', why: 'nonce-used', hash: null },
  ])('error: ends at a batch that is $kind ($why), and requests no other', async (status) => {
    const { context, asked } = contextOf({ status })
    const payout = planned(1)
    context.payouts.write(payout)
    expect(await runPayout(context, payout.id, noConsent, options())).toEqual({
      kind: 'stuck',
      batch: 0,
      status,
    })
    expect(asked).toEqual([1])
  })

  test('behavior: requests nothing more after a stop', async () => {
    const { context, asked } = contextOf()
    const payout = planned(1)
    context.payouts.write(payout)
    const leave = new AbortController()
    const end = await runPayout(context, payout.id, noConsent, {
      ...options(),
      signal: leave.signal,
      onChange: () => leave.abort(),
    })
    expect(end).toEqual({ kind: 'stopped' })
    expect(asked).toEqual([1])
  })
  test('behavior: requests batch after batch in order, then is done', async () => {
    const { context, asked } = contextOf()
    const { id } = context.payouts.write(planned(2))
    expect(await runPayout(context, id, noConsent, options())).toEqual({ kind: 'done' })
    expect(asked).toEqual([2, 1])
    expect(await runPayout(context, id, noConsent, options())).toEqual({ kind: 'done' })
    expect(asked).toEqual([2, 1])
  })

  test('error: a payout that cannot be read is not done', async () => {
    const { context } = contextOf()
    await expect(runPayout(context, 'none', noConsent, options())).rejects.toMatchObject({
      kind: 'malformed',
    })
  })

  test('error: an unanswered request ends it before any new request, unless the user skips it', async () => {
    const { context, asked } = contextOf()
    const attempt = { at: 1, position: null, known: [], submission: null }
    const { id } = context.payouts.write(withBatch(planned(1), 0, { attempt }))
    expect(await runPayout(context, id, noConsent, options())).toEqual({ kind: 'unanswered', batch: 0 })
    expect(asked).toEqual([])
    expect(await runPayout(context, id, noConsent, { ...options(), passOver: true })).toEqual({
      kind: 'done',
    })
    expect(asked).toEqual([1, 1])
    expect(batchAt(context.payouts.read(id), 0)?.attempt).toEqual(attempt)
  })

  test('error: ends where rows were paid before, and names them', async () => {
    const payout = planned(1)
    const { context, asked } = contextOf({ made: [queued({ ...payout, batches: payout.batches.slice(1) })] })
    const { id } = context.payouts.write(payout)
    const end = await runPayout(context, id, noConsent, options())
    expect(end).toMatchObject({ kind: 'found', batch: 1, found: [{ rows: [0] }] })
    expect(asked).toEqual([1])
  })

  test('behavior: skips a batch whose rows are in a later batch', async () => {
    const { context, asked } = contextOf()
    const { id } = context.payouts.write(withRetry(planned(2), [0, 1], 1))
    expect(await runPayout(context, id, noConsent, options())).toEqual({ kind: 'done' })
    expect(asked).toEqual([1, 1, 1])
    const half = context.payouts.write(withRetry(planned(2), [0], 1))
    expect(await runPayout(context, half.id, noConsent, options())).toMatchObject({ kind: 'found', batch: 0 })
  })

  describe('in a wallet', () => {
    const hash = txHash(1)
    const early: readonly PaymentStatus[] = [
      { kind: 'pending', hash },
      { kind: 'unknown', why: 'not-final', hash },
      { kind: 'confirming', hash, lacks: 'finality' },
    ]

    async function runWith(
      statuses: readonly (PaymentStatus | Error)[],
      signal = new AbortController().signal,
    ) {
      const left = [...statuses]
      let pauses = 0
      const { context, asked } = contextOf({
        kind: 'eoa',
        status: () => {
          const next = left.shift() ?? { kind: 'paid', hash }
          if (next instanceof Error) throw next
          return next
        },
      })
      const { id } = context.payouts.write(planned(2))
      const pause = async () => void pauses++
      const end = await runPayout(context, id, noConsent, { signal, pause, onChange: () => {} })
      return { end, asked, pauses }
    }

    test('behavior: waits for the last batch’s block to be final, despite failing reads', async () => {
      const ran = await runWith([...early, new Error('down')])
      expect(ran).toEqual({ end: { kind: 'done' }, asked: [2, 1], pauses: 4 })
    })

    test('behavior: is done after the last batch without waiting for a block', async () => {
      const { context, asked } = contextOf({
        kind: 'eoa',
        status: () => {
          throw new Error('not asked for')
        },
      })
      const { id } = context.payouts.write(planned())
      const pause = () => Promise.reject(new Error('not waited for'))
      expect(await runPayout(context, id, noConsent, { ...options(), pause })).toEqual({ kind: 'done' })
      expect(asked).toEqual([3])
    })

    test.each<PaymentStatus>([
      { kind: 'short', hash, received: 1n },
      // Only one operator is configured.
      { kind: 'confirming', hash, lacks: 'second-operator' },
    ])('behavior: requests the next batch at once after $kind', async (status) => {
      expect(await runWith([status])).toEqual({ end: { kind: 'done' }, asked: [2, 1], pauses: 0 })
    })

    test.each<[string, PaymentStatus]>([
      ['waits', { kind: 'needs-signatures', have: 1, need: 2, turn: { next: 1n, own: 1n } }],
      ['is ready', { kind: 'ready', have: 2, need: 2, turn: { next: 1n, own: 1n } }],
      ['waits, and nobody says who signed', { kind: 'unknown', why: 'no-signatures', hash: null }],
    ])(
      'behavior: a Safe that is connected like a wallet is asked for the next batch once its proposal %s',
      async (_, status) => {
        const { context, asked } = contextOf({
          kind: 'eoa',
          submit: async (calls) => ({
            kind: 'proposed',
            safe: SAFE,
            calls,
            inLargerBatch: false,
            safeTxHash: word(asked.length) as SafeTxHash,
          }),
          status,
        })
        const { id } = context.payouts.write(planned(2))
        expect(await runPayout(context, id, noConsent, options())).toEqual({ kind: 'done' })
        expect(asked).toEqual([2, 1])
      },
    )

    test('behavior: a stop while waiting ends it, and the request stays recorded', async () => {
      const leave = new AbortController()
      const waits: PaymentStatus = { kind: 'pending', hash }
      const { context, asked } = contextOf({
        kind: 'eoa',
        status: () => {
          leave.abort()
          return waits
        },
      })
      const { id } = context.payouts.write(planned(2))
      expect(await runPayout(context, id, noConsent, { ...options(), signal: leave.signal })).toEqual({
        kind: 'stopped',
      })
      expect(asked).toEqual([2])
    })
  })

  test.each<PaymentStatus>([
    { kind: 'ready', have: 1, need: 1, turn: { next: 1n, own: 1n } },
    { kind: 'confirming', hash: txHash(1), lacks: 'finality' },
    { kind: 'paid', hash: txHash(1) },
  ])('behavior: in a Safe, requests the next batch after a proposal that is $kind', async (status) => {
    const { context, asked } = contextOf({ status })
    const { id } = context.payouts.write(planned(2))
    expect(await runPayout(context, id, noConsent, options())).toEqual({ kind: 'done' })
    expect(asked).toEqual([2, 1])
  })
})
