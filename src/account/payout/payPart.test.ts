import { describe, expect, test } from 'vitest'
import { PortalError, type PortalErrorKind } from '#chain/PortalError.ts'
import { deskOf, noConsent, planned, queued } from '../../../tests/support/payoutDesk.ts'
import { PAYOUT_HASH, REJECTION_HASH, SAFE } from '../../../tests/support/safeExamples.ts'
import { planPayout } from './Payout.ts'
import { payPart } from './payPart.ts'
import { rowStates } from './rowStates.ts'

describe('asking for a part', () => {
  test('error: the same part is never asked for twice, whatever is found of it', async () => {
    const { desk, asked } = deskOf()
    const payout = planned()
    desk.payouts.write(payout)
    await payPart(desk, payout.id, 0, noConsent)
    await expect(payPart(desk, payout.id, 0, noConsent)).rejects.toThrow('was asked for already')
    expect(asked).toEqual([3])
  })

  test.each<[PortalErrorKind, 'open' | 'unknown']>([
    ['rejected', 'open'],
    ['refused', 'open'],
    ['busy', 'open'],
    ['unknown-result', 'unknown'],
    ['malformed', 'unknown'],
    ['unreachable', 'unknown'],
  ])('error: after "%s" the part is %s', async (kind, state) => {
    const { desk } = deskOf({ submit: () => Promise.reject(new PortalError(kind, 'No.')) })
    const payout = planned()
    desk.payouts.write(payout)
    await expect(payPart(desk, payout.id, 0, noConsent)).rejects.toThrow('No.')
    const after = desk.payouts.read(payout.id)
    const [first] = after ? rowStates(after, () => undefined) : []
    expect(first).toMatchObject(
      state === 'open' ? { kind: 'open' } : { kind: 'asked', submission: null, status: { kind: 'unknown' } },
    )
  })

  test('error: anything else that is thrown proves nothing', async () => {
    const { desk } = deskOf({ submit: () => Promise.reject(new TypeError('boo')) })
    const payout = planned()
    desk.payouts.write(payout)
    await expect(payPart(desk, payout.id, 0, noConsent)).rejects.toThrow('boo')
    expect(desk.payouts.read(payout.id)?.parts[0]).toMatchObject({ ask: { submission: null } })
  })

  test('behavior: what was named and agreed to is paid again, and only that', async () => {
    const payout = planned()
    const { desk, asked } = deskOf({ made: [queued(payout), queued(payout, REJECTION_HASH)] })
    desk.payouts.write(payout)
    const some = { ...noConsent, again: new Set([PAYOUT_HASH as string]) }
    expect(await payPart(desk, payout.id, 0, some)).toMatchObject({ kind: 'found', found: [{}, {}] })
    const all = { ...noConsent, again: new Set<string>([PAYOUT_HASH, REJECTION_HASH]) }
    expect((await payPart(desk, payout.id, 0, all)).kind).toBe('submitted')
    expect(asked).toHaveLength(1)
  })

  test('behavior: one payment stands for one of several equal rows', async () => {
    const same = planPayout(
      { address: SAFE, kind: 'safe' },
      planned().rows.flatMap((row) => [row, row]),
      9,
      0,
    )
    const { desk } = deskOf({ made: [queued(planned())] })
    desk.payouts.write(same)
    const result = await payPart(desk, same.id, 0, noConsent)
    expect(result).toMatchObject({ kind: 'found', found: [{ rows: [0, 2, 4] }] })
  })
})

describe('stopping while it is still looked for what was paid before', () => {
  test('error: asks noConsent, says so, and leaves the part as it was', async () => {
    const { desk, asked } = deskOf()
    const payout = desk.payouts.write(planned(1))
    const leave = new AbortController()
    const account = {
      ...desk.account,
      paymentsMade: async () => {
        leave.abort()
        return leave.signal.throwIfAborted() as never
      },
    }
    await expect(payPart({ ...desk, account }, payout.id, 0, noConsent, leave.signal)).rejects.toMatchObject({
      kind: 'rejected',
      message: 'You stopped. Nothing was asked.',
    })
    expect(asked).toEqual([])
    expect(desk.payouts.read(payout.id)?.parts[0]).toEqual(payout.parts[0])
  })
})
