import { describe, expect, test } from 'vitest'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { txHash } from '../../../tests/support/fakeSafe.ts'
import { contextOf, noConsent, planned, queued } from '../../../tests/support/payoutContext.ts'
import { withBatch, withRetry } from './Payout.ts'
import { runPayout } from './runPayout.ts'

describe('a run', () => {
  const options = () => ({ signal: new AbortController().signal, pause: async () => {}, onChange: () => {} })

  test.each<PaymentStatus>([
    { kind: 'mismatch', differences: ['another amount'] },
    { kind: 'not-paid', why: 'failed', hash: txHash(1) },
    { kind: 'not-paid', why: 'replaced', hash: null },
    { kind: 'unknown', why: 'not-visible', hash: null },
    { kind: 'unknown', why: 'nonce-used', hash: null },
  ])('error: ends at a part that is $kind ($why), and asks for no other', async (status) => {
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

  test('behavior: asked to stop it asks for nothing more', async () => {
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
  test('behavior: asks for part after part, in order, and is done', async () => {
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

  test('error: a question without an answer ends it before anything is asked, unless a person passes it over', async () => {
    const { context, asked } = contextOf()
    const attempt = { at: 1, position: null, known: [], submission: null }
    const { id } = context.payouts.write(withBatch(planned(1), 0, { attempt }))
    expect(await runPayout(context, id, noConsent, options())).toEqual({ kind: 'unanswered', batch: 0 })
    expect(asked).toEqual([])
    expect(await runPayout(context, id, noConsent, { ...options(), passOver: true })).toEqual({
      kind: 'done',
    })
    expect(asked).toEqual([1, 1])
    expect(context.payouts.read(id)?.batches[0]?.attempt).toEqual(attempt)
  })

  test('error: ends where rows were paid before, and names them', async () => {
    const payout = planned(1)
    const { context, asked } = contextOf({ made: [queued({ ...payout, batches: payout.batches.slice(1) })] })
    const { id } = context.payouts.write(payout)
    const end = await runPayout(context, id, noConsent, options())
    expect(end).toMatchObject({ kind: 'found', batch: 1, found: [{ rows: [0] }] })
    expect(asked).toEqual([1])
  })

  test('behavior: asks for no part whose rows stand in a later part', async () => {
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

    test('behavior: the next part waits for the block of the last one to be final, through reads that fail', async () => {
      const ran = await runWith([...early, new Error('down')])
      expect(ran).toEqual({ end: { kind: 'done' }, asked: [2, 1], pauses: 4 })
    })

    test('behavior: after the last part it is done, without waiting for a block', async () => {
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
    ])('behavior: $kind lets the next one be asked for at once', async (status) => {
      expect(await runWith([status])).toEqual({ end: { kind: 'done' }, asked: [2, 1], pauses: 0 })
    })

    test('error: a proposal is nothing that a wallet goes on from', async () => {
      const status: PaymentStatus = { kind: 'ready', have: 1, need: 1, turn: { next: 1n, own: 1n } }
      expect((await runWith([status])).end).toEqual({ kind: 'stuck', batch: 0, status })
    })

    test('behavior: asked to stop while it waits it stops, and what is asked stays asked', async () => {
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
  ])('behavior: in a Safe a proposal that is $kind lets the next one be asked for', async (status) => {
    const { context, asked } = contextOf({ status })
    const { id } = context.payouts.write(planned(2))
    expect(await runPayout(context, id, noConsent, options())).toEqual({ kind: 'done' })
    expect(asked).toEqual([2, 1])
  })
})
