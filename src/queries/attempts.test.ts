import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { anAttempt } from '#tests/support/attempts.ts'
import { fakeWallet } from '#tests/support/fakeAccount.ts'
import { txHash } from '#tests/support/fakeSafe.ts'
import { payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { attemptQuery } from './attempts.ts'

const calls = [payoutCall]
const hash = txHash(7)
const sent = { kind: 'sent', from: SAFE, calls, hash, nonce: 1n, since: null } as const
const attempt = anAttempt({ id: 'own', account: SAFE, kind: 'eoa', calls, submission: sent })
const ledger = { list: () => ({ attempts: [attempt], unreadable: 0 }), add: () => null, append: () => {} }

/** How long (ms) after this many reads a payment with this status is read again; false for never. */
async function nextRead(status: PaymentStatus, reads = 1): Promise<unknown> {
  const client = new QueryClient()
  const query = attemptQuery(fakeWallet({ address: SAFE }), ledger, attempt)
  for (let read = 0; read < reads; read++) client.setQueryData(query.queryKey, [status])
  const observer = new QueryObserver(client, { ...query, enabled: false })
  const { refetchInterval } = query
  return typeof refetchInterval === 'function'
    ? refetchInterval(observer.getCurrentQuery() as Parameters<typeof refetchInterval>[0])
    : refetchInterval
}

const turn = (own: bigint) => ({ have: 2, need: 2, turn: { next: 4n, own } })

test('behavior: a payment under way is read twice a second at first, then every two seconds', async () => {
  expect(await nextRead({ kind: 'pending', hash })).toBe(500)
  expect(await nextRead({ kind: 'confirming', hash, lacks: 'finality' }, 29)).toBe(500)
  expect(await nextRead({ kind: 'confirming', hash, lacks: 'second-operator' }, 30)).toBe(2_000)
})

test('behavior: of the proposals that can be executed, the next one is read every two seconds', async () => {
  expect(await nextRead({ kind: 'ready', ...turn(4n) })).toBe(2_000)
  expect(await nextRead({ kind: 'ready', ...turn(5n) })).toBe(4_000)
  expect(await nextRead({ kind: 'needs-signatures', ...turn(4n) })).toBe(4_000)
})

test('behavior: what is settled is not read again', async () => {
  expect(await nextRead({ kind: 'paid', hash })).toBe(false)
})
