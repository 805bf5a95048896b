import { describe, expect, test } from 'vitest'
import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { transfer } from '#chain/money/Call.ts'
import { BNB, type Token } from '#chain/money/Token.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { item, usdt } from '#tests/support/activityItems.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { OWNERS, PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { withDuplicates } from './duplicateFlags.ts'

const now = new Date('2026-11-26T12:00:00Z').getTime()
const DAY = 86_400_000
const MULTI_SEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const open: PaymentStatus = { kind: 'needs-signatures', have: 1, need: 2, turn: { next: 3n, own: 3n } }
const waiting = { kind: 'awaiting-signatures', have: 1, need: 2 } as const

type Payment = readonly [to: Address, value: bigint, token?: Token]
const contentOf = (...payments: Payment[]) => {
  const calls = payments.map(([to, value, token = usdt]) => transfer(to, { token, value }))
  return decodeProposal(
    SAFE,
    SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(calls) }, 3n, 1),
  )
}
const own = word(77) as unknown as SafeTx.SafeTxHash
const reportOf = (payments: Payment[], status: PaymentStatus = open) =>
  ({
    safeTxHash: own,
    content: contentOf(...payments),
    tx: { nonce: 3n },
    status,
    flags: [],
  }) as unknown as ProposalReport

let serial = 100
/** A listed transaction of the Safe with one payment. */
function single([to, value, token = usdt]: Payment, some: Partial<ActivityItem> = {}): ActivityItem {
  const safeTxHash = word(++serial) as unknown as SafeTx.SafeTxHash
  const amount = { amount: { token, value }, suspect: null }
  return item({ what: { kind: 'transfer-out', to, amount }, status: waiting, nonce: 4n, safeTxHash, ...some })
}
const batch = (count: number | null, some: Partial<ActivityItem> = {}) =>
  single([PAYEE, 1n], { what: { kind: 'batch', count }, ...some })
const words = (report: ProposalReport, items: readonly ActivityItem[], contents = new Map()) =>
  withDuplicates(report, items, contents, now).flags.map((flag) => flag.words)

describe('an equal proposal', () => {
  const payment: Payment = [PAYEE, 5n]
  const report = reportOf([payment])

  test('behavior: that waits at another nonce is named before signing', () => {
    expect(words(report, [single(payment)])).toEqual([
      'The same payment waits at nonce 4 as well. If both are signed, the money moves twice.',
    ])
  })

  test('error: that waits is named although the service does not say who signed it', () => {
    const untold = { status: { kind: 'unknown' } } as const
    expect(words(report, [single(payment, untold)])).toHaveLength(1)
    expect(words(report, [single(payment, { ...untold, nonce: 2n })])).toEqual([])
  })

  test('behavior: that was executed lately is named with its day', () => {
    const made = { status: { kind: 'executed' }, nonce: 2n, at: now - 2 * DAY } as const
    expect(words(report, [single(payment, made)])).toEqual([
      'The same payment was already made on 24 Nov 2026, at nonce 2.',
    ])
    expect(words(report, [single(payment, { ...made, at: now - 8 * DAY })])).toEqual([])
  })

  test('error: that a module made without signatures is named, too', () => {
    const limit = { status: { kind: 'executed' }, nonce: null, at: now - DAY, safeTxHash: null } as const
    expect(words(report, [single(payment, { ...limit, module: OWNERS[2] })])).toEqual([
      'The same payment was already made on 25 Nov 2026, by a module.',
    ])
  })

  test('behavior: at the same nonce is no twin, because only one of them can run', () => {
    expect(words(report, [single(payment, { nonce: 3n })])).toEqual([])
    expect(words(report, [single(payment, { safeTxHash: own })])).toEqual([])
  })

  test.each<[string, Payment]>([
    ['another amount', [PAYEE, 6n]],
    ['another payee', [OWNERS[0], 5n]],
    ['another token', [PAYEE, 5n, BNB]],
  ])('behavior: with %s is another payment', (_, other) => {
    expect(words(report, [single(other)])).toEqual([])
  })

  test('behavior: of a settled proposal changes nothing any more', () => {
    expect(words(reportOf([payment], { kind: 'paid', hash: word(1) }), [single(payment)])).toEqual([])
  })

  test('behavior: that anyone else only sent to the history is no twin', () => {
    const made = { status: { kind: 'executed' }, at: now, safeTxHash: null } as const
    expect(words(report, [single(payment, made)])).toEqual([])
  })
})

describe('an equal batch', () => {
  const payments: Payment[] = [
    [PAYEE, 5n],
    [OWNERS[0], 6n, BNB],
  ]
  const report = reportOf(payments)
  const twin = batch(2)

  test('behavior: is found by its bytes, in any order', () => {
    const contents = new Map([[twin.id, contentOf(...payments.toReversed())]])
    expect(words(report, [twin], contents)).toEqual([
      'The same 2 payments wait at nonce 4 as well. If both are signed, the money moves twice.',
    ])
  })

  test('behavior: with one payment more pays all of these twice, too', () => {
    const more = [...payments, payments[0] as Payment]
    expect(words(report, [twin], new Map([[twin.id, contentOf(...more)]]))).toEqual([
      'The same 2 payments wait at nonce 4 as well. If both are signed, the money moves twice.',
    ])
  })

  test('behavior: with some of the payments says how many it repeats', () => {
    const some = new Map([[twin.id, contentOf(...payments.slice(1), [OWNERS[1], 7n])]])
    expect(words(report, [twin], some)).toEqual([
      '1 of these 2 payments waits at nonce 4 as well. If both are signed, that money moves twice.',
    ])
    const made = { ...twin, status: { kind: 'executed' }, nonce: 2n, at: now - 2 * DAY } as const
    expect(words(report, [made], some)).toEqual([
      '1 of these 2 payments was already made on 24 Nov 2026, at nonce 2.',
    ])
  })

  test('behavior: counts equal payments one by one', () => {
    const twice = reportOf([payments[0], payments[0]] as Payment[])
    expect(words(twice, [twin], new Map([[twin.id, contentOf(...payments)]]))).toEqual([
      '1 of these 2 payments waits at nonce 4 as well. If both are signed, that money moves twice.',
    ])
  })

  test('behavior: that also does something else still makes its payments', () => {
    const call = { to: PAYEE, value: 0n, data: '0x12345678' } as const
    const transfers = payments.map(([to, value, token = usdt]) => transfer(to, { token, value }))
    const tx = SafeTx.fromCall(
      { to: MULTI_SEND, value: 0n, data: MultiSend.encode([...transfers, call]) },
      3n,
      1,
    )
    expect(words(report, [twin], new Map([[twin.id, decodeProposal(SAFE, tx)]]))).toHaveLength(1)
  })

  test('behavior: with other payments, or whose bytes are not read yet, is none', () => {
    expect(words(report, [twin], new Map([[twin.id, contentOf([PAYEE, 6n])]]))).toEqual([])
    expect(words(report, [twin])).toEqual([])
  })
})
