import { expect, test } from 'vitest'
import type { PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import { hashOf } from '#tests/support/backupWorld.ts'
import { usdRequest, usualRequest } from '#tests/support/requests.ts'
import { OWNERS } from '#tests/support/safeExamples.ts'
import type { KeptRequest } from './keptRequests.ts'
import type { PaymentRequest } from './PaymentRequest.ts'
import { requestPaidBy } from './requestPaidBy.ts'

const hash = hashOf('a')
const kept = (request: PaymentRequest, claimed: readonly string[] = []): KeptRequest => ({
  ...{ request, signature: null, proof: null, claimed },
})
const another = { ...usualRequest, reference: 'INV-2' }
const { payee, token, madeAt } = usualRequest
const paid = (value: bigint, of = token.address): PaidTransfers => ({
  ...{
    kind: 'final',
    status: 'success',
    blockNumber: 9n,
    at: madeAt * 1_000 + 1,
    from: OWNERS[0],
    to: payee,
  },
  transfers: [{ token: of, from: OWNERS[0], to: payee, value, logIndex: 4n, name: 'log-4', bySafe: null }],
})
const whole = paid(1_250_500_000_000_000_000_000n)

test('behavior: a payment answers the only request with its payee, token, amount and time', () => {
  expect(requestPaidBy([kept(usualRequest)], hash, whole, 'log-4')).toBe(usualRequest)
  expect(requestPaidBy([kept(usualRequest)], hash, whole, 'log-5')).toBeNull()
  expect(requestPaidBy([kept(usualRequest)], hash, paid(1n), 'log-4')).toBeNull()
  const later = { ...usualRequest, madeAt: madeAt + 3_600 }
  expect(requestPaidBy([kept(later)], hash, whole, 'log-4')).toBeNull()
})

test('behavior: of several that fit it answers the one that it was claimed for, and else none', () => {
  expect(requestPaidBy([kept(usualRequest), kept(another)], hash, whole, 'log-4')).toBeNull()
  const claimed = kept(another, [`${hash}:log-4`])
  expect(requestPaidBy([kept(usualRequest), claimed], hash, whole, 'log-4')).toBe(another)
})

test('behavior: a request in dollars is answered only where a person claimed it', () => {
  const bnb = paid(10n ** 18n, null)
  expect(requestPaidBy([kept(usdRequest)], hash, bnb, 'log-4')).toBeNull()
  expect(requestPaidBy([kept(usdRequest, [`${hash}:log-4`])], hash, bnb, 'log-4')).toBe(usdRequest)
})
