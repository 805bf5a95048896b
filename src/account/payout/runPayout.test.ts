import { describe, expect, test } from 'vitest'
import type { PaymentStatus } from '#chain/PaymentStatus.ts'
import { txHash } from '../../../tests/support/fakeSafe.ts'
import { deskOf, noConsent, planned } from '../../../tests/support/payoutDesk.ts'
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
    const { desk, asked } = deskOf({ status })
    const payout = planned(1)
    desk.payouts.write(payout)
    expect(await runPayout(desk, payout.id, noConsent, options())).toEqual({ kind: 'stuck', part: 0, status })
    expect(asked).toEqual([1])
  })

  test('behavior: asked to stop it asks for nothing more', async () => {
    const { desk, asked } = deskOf()
    const payout = planned(1)
    desk.payouts.write(payout)
    const leave = new AbortController()
    const end = await runPayout(desk, payout.id, noConsent, {
      ...options(),
      signal: leave.signal,
      onChange: () => leave.abort(),
    })
    expect(end).toEqual({ kind: 'stopped' })
    expect(asked).toEqual([1])
  })
})
