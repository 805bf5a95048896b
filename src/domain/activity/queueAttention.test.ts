import { expect, test } from 'vitest'
import type { ActivityItem } from '#account/Activity.ts'
import * as Token from '#chain/money/Token.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { queueAttention } from './queueAttention.ts'

const amount = { amount: { token: Token.BNB, value: 10n ** 18n }, suspect: null } as const
const payment: ActivityItem = {
  id: 'one',
  at: null,
  what: { kind: 'transfer-out', to: payeeAt(1), amount },
  status: { kind: 'awaiting-signatures', have: 1, need: 2 },
  nonce: 7n,
  conflict: false,
  hash: null,
  safeTxHash: null,
  missing: null,
  module: null,
  note: null,
}

test.each([
  [payment, 'A payment of 1 BNB needs 1 more signature'],
  [
    { ...payment, status: { kind: 'awaiting-signatures', have: 0, need: 3 } },
    'A payment of 1 BNB needs 3 more signatures',
  ],
  [{ ...payment, status: { kind: 'ready-to-execute' } }, 'A payment of 1 BNB is ready to execute'],
  [{ ...payment, what: { kind: 'batch', count: 46 } }, 'A payout of 46 needs 1 more signature'],
  [{ ...payment, what: { kind: 'rejection' } }, 'A rejection needs 1 more signature'],
  [{ ...payment, what: { kind: 'settings', label: 'addOwner' } }, 'A proposal needs 1 more signature'],
  // Its symbol would be its own claim.
  [
    {
      ...payment,
      what: { kind: 'transfer-out', to: payeeAt(1), amount: { ...amount, suspect: 'unverified-token' } },
    },
    'A transfer needs 1 more signature',
  ],
] as const)('behavior: what a proposal needs is said in one line: %#', (item, title) => {
  expect(queueAttention(SAFE, item)).toMatchObject({ title, text: 'Nonce 7 in the queue of your Safe.' })
})

test('behavior: a payout is called by its name, and one of several with a nonce leads to all of them', () => {
  const payout = { ...payment, what: { kind: 'batch', count: 46 } } as const
  expect(queueAttention(SAFE, payout, null, 'Autumn reels')?.title).toBe(
    'Autumn reels needs 1 more signature',
  )
  expect(queueAttention(SAFE, { ...payout, conflict: true })).toMatchObject({
    text: 'Only one proposal with nonce 7 can run.',
    path: '/activity/queue',
    action: 'Compare',
  })
})

test.each(['pending', 'executed', 'failed', 'cancelled', 'unknown'] as const)(
  'behavior: a proposal reported as %s waits for nobody',
  (kind) => {
    expect(queueAttention(SAFE, { ...payment, status: { kind } })).toBeNull()
  },
)
