import { expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import type { KeptRequest } from './keptRequests.ts'
import type { RequestStatus } from './requestStatus.ts'
import { requestAttention } from './statusWords.ts'

const kept: KeptRequest = {
  request: {
    payee: payeeAt(1),
    token: Token.BNB,
    asked: { kind: 'exact', value: 10n ** 18n },
    memo: 'Reel',
    reference: 'INV-7',
    madeAt: 1_790_000_000,
    dueOn: '2026-12-04',
    payer: null,
    name: '',
    handle: null,
  },
  signature: null,
  proof: null,
  claimed: [],
}
const half = 5n * 10n ** 17n

test.each<[RequestStatus, string, string, string]>([
  [
    { kind: 'expired' },
    '1 BNB is overdue',
    'Reel · INV-7. It was due on 4 Dec 2026. No payment seen.',
    'Remind',
  ],
  [
    { kind: 'paid', received: 10n ** 18n },
    '1 BNB was paid',
    'Reel · INV-7. 1 BNB received. Final: it can’t be reversed.',
    'View',
  ],
  [
    { kind: 'partly', received: half, missing: half, isFinal: true },
    'Paid short by 0.50 BNB',
    'Reel · INV-7. 0.50 BNB of 1 BNB received. 0.50 BNB to go.',
    'View',
  ],
  [
    { kind: 'over', received: 10n ** 18n + half, extra: half },
    'Overpaid',
    'Reel · INV-7. 1.50 BNB received, 0.50 BNB more than requested.',
    'View',
  ],
])('behavior: case %# waits for its maker', (status, title, text, action) => {
  expect(requestAttention(kept, status)).toMatchObject({ title, text, action })
})

test.each<RequestStatus>([
  { kind: 'waiting' },
  { kind: 'confirming', received: 10n ** 18n },
  { kind: 'partly', received: half, missing: half, isFinal: false },
])('behavior: status $kind waits for nothing but time', (status) => {
  expect(requestAttention(kept, status)).toBeNull()
})
