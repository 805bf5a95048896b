import { describe, expect, test } from 'vitest'
import type { Submission } from '#account/Submission.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { anAttempt } from '#tests/support/attempts.ts'
import { txHash } from '#tests/support/fakeSafe.ts'
import { payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { type Attempt, idsOf, submissionOf } from './Attempt.ts'
import { readAttemptStatus } from './ledger.ts'

const calls = [payoutCall]
const hash = txHash(7)
const batched = (id: string): Submission => ({
  ...{ kind: 'batched', from: SAFE, calls, id, hashes: [], since: null },
})
const sent: Submission = { kind: 'sent', from: SAFE, calls, hash, nonce: 1n, since: null }
const attempt = (id: string, submission: Submission, restored = false) =>
  anAttempt({ id, account: SAFE, kind: 'eoa', calls, restored, submission })

const read = async (
  attempts: readonly Attempt[],
  which: Attempt,
): Promise<PaymentStatus['kind'] | undefined> => {
  const [status] = await readAttemptStatus(
    {
      account: { status: async () => [{ kind: 'paid', hash }] },
      ledger: {
        list: () => ({ attempts, unreadable: 0 }),
        add: () => null,
        append: () => {},
      },
    },
    which,
    new AbortController().signal,
  )
  return status?.kind
}

describe('a transaction that a wallet names for its batch', () => {
  const own = attempt('own', batched('b1'))

  test('behavior: proves it paid', async () => {
    expect(await read([own], own)).toBe('paid')
  })

  test('error: proves nothing if another attempt made here has it', async () => {
    expect(await read([own, attempt('other', sent)], own)).toBe('unknown')
  })

  test('error: is not taken away by what a backup file claims', async () => {
    const file = attempt('file', sent, true)
    expect(await read([own, file], own)).toBe('paid')
    // The other way round it is.
    const restored = { ...own, restored: true }
    expect(await read([restored, attempt('here', sent)], restored)).toBe('unknown')
  })
})

describe('the id of a batch', () => {
  test('behavior: is the same in another case if it is hex, in every comparison', () => {
    expect(idsOf(batched('0xAB'))).toEqual(idsOf(batched('0xab')))
    const [first, again] = [batched('0xab'), { ...batched('0xAB'), hashes: [hash] } as Submission]
    const facts = [first, again].map((submission, at) => ({ kind: 'answered', at, submission }) as const)
    const later = { kind: 'answered', at: 2, submission: batched('0xab') } as const
    expect(submissionOf({ facts: [...facts, later] })).toMatchObject({ hashes: [hash] })
  })

  test('error: is another one in another case if it is any other text', () => {
    expect(idsOf(batched('Ab'))).not.toEqual(idsOf(batched('aB')))
  })
})
