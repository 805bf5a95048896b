import { expect, test } from 'vitest'
import { txHash } from '#tests/support/fakeSafe.ts'
import { isOpen, isSettled, leastSettled, type PaymentStatus } from './PaymentStatus.ts'

const hash = txHash(1)
const turn = { next: 1n, own: 1n }

/** Every kind, in order of priority for a batch. */
const statuses: readonly PaymentStatus[] = [
  { kind: 'mismatch', differences: ['another amount'] },
  { kind: 'unknown', why: 'not-visible', hash },
  { kind: 'not-paid', why: 'failed', hash },
  { kind: 'short', hash, received: 1n },
  { kind: 'pending', hash },
  { kind: 'needs-signatures', have: 1, need: 2, turn },
  { kind: 'ready', have: 2, need: 2, turn },
  { kind: 'confirming', hash, lacks: 'finality' },
  { kind: 'paid', hash },
]
const kindsThat = (is: (status: PaymentStatus) => boolean) => statuses.filter(is).map(({ kind }) => kind)

test('behavior: only a proven status or a mismatch is not read again', () => {
  expect(kindsThat(isSettled)).toEqual(['not-paid', 'short', 'paid'])
})

test('behavior: only a proposal that owners can act on is open', () => {
  expect(kindsThat(isOpen)).toEqual(['needs-signatures', 'ready'])
})

test('behavior: the payment that most needs attention decides a batch’s status, at any position', () => {
  statuses.forEach((status, at) => {
    const rest = statuses.slice(at)
    expect(leastSettled(rest)).toBe(status)
    expect(leastSettled(rest.toReversed())).toBe(status)
  })
})

test('error: an empty batch is unknown', () => {
  expect(leastSettled([])).toEqual({ kind: 'unknown', why: 'no-answer', hash: null })
})
