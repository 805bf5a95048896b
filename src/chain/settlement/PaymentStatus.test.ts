import { expect, test } from 'vitest'
import { txHash } from '../../../tests/support/fakeSafe.ts'
import { isOpen, isSettled, leastSettled, type PaymentStatus } from './PaymentStatus.ts'

const hash = txHash(1)
const turn = { next: 1n, own: 1n }

/** Every kind, in the order in which a person needs to see it for a batch. */
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

test('behavior: only what is proven, and a mismatch, is not looked at again', () => {
  expect(kindsThat(isSettled)).toEqual(['mismatch', 'not-paid', 'short', 'paid'])
})

test('behavior: only a proposal that owners can act on is open', () => {
  expect(kindsThat(isOpen)).toEqual(['needs-signatures', 'ready'])
})

test('behavior: the payment that needs a person most speaks for a batch, wherever it stands', () => {
  statuses.forEach((status, at) => {
    const rest = statuses.slice(at)
    expect(leastSettled(rest)).toBe(status)
    expect(leastSettled(rest.toReversed())).toBe(status)
  })
})

test('error: of an empty batch nothing is known', () => {
  expect(leastSettled([])).toEqual({ kind: 'unknown', why: 'no-answer', hash: null })
})
