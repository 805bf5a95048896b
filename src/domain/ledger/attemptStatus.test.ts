import { describe, expect, test } from 'vitest'
import type { Submission } from '#account/Submission.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { anAttempt } from '#tests/support/attempts.ts'
import { txHash } from '#tests/support/fakeSafe.ts'
import { PAYOUT_HASH, payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { type Attempt, type Fact, idsOf, submissionOf } from './Attempt.ts'
import { readAttemptStatus } from './ledger.ts'

const calls = [payoutCall]
const hash = txHash(0xab)
const batched = (id: string): Submission => ({
  kind: 'batched',
  from: SAFE,
  calls,
  id,
  hashes: [],
  since: null,
})
const sent: Submission = { kind: 'sent', from: SAFE, calls, hash, nonce: 1n, since: null }
const attempt = (id: string, submission: Submission, restored = false) =>
  anAttempt({ id, account: SAFE, kind: 'eoa', calls, restored, submission })

const readAll = async (attempts: readonly Attempt[], which: Attempt, statuses: readonly PaymentStatus[]) => {
  const added: (readonly [string, Fact])[] = []
  const read = await readAttemptStatus(
    {
      account: { status: async () => statuses },
      ledger: {
        list: () => ({ attempts, unreadable: 0 }),
        add: (id, ...facts) => {
          added.push(...facts.map((fact) => [id, { ...fact, at: 0 }] as const))
          return null
        },
        append: () => {},
      },
    },
    which,
    new AbortController().signal,
  )
  return { read, added }
}
const paid: PaymentStatus = { kind: 'paid', hash }
const other: PaymentStatus = { kind: 'short', hash: txHash(8), received: 1n }
const confirming: PaymentStatus = { kind: 'confirming', hash, lacks: 'finality' }
const failed: PaymentStatus = { kind: 'not-paid', why: 'failed', hash: txHash(9) }
const unknown: PaymentStatus = { kind: 'unknown', why: 'wallet-says-done', hash: null }
const ready: PaymentStatus = { kind: 'ready', have: 1, need: 1, turn: { next: 1n, own: 1n } }
const read = async (attempts: readonly Attempt[], which: Attempt, status = paid) =>
  (await readAll(attempts, which, [status])).read[0]?.kind

describe('what the chain says about an attempt', () => {
  const own = attempt('own', sent)

  test('behavior: is nothing while there is no answer', async () => {
    const none = anAttempt({ id: 'own', account: SAFE, kind: 'eoa', calls: [payoutCall, payoutCall] })
    const open = { kind: 'unknown', why: 'no-answer', hash: null }
    expect(await readAll([none], none, [paid])).toEqual({ read: [open, open], added: [] })
  })

  test('behavior: is recorded as far as money is proven to have moved', async () => {
    const statuses = [confirming, paid, other, failed, unknown]
    const added = [['own', { kind: 'paid', at: 0, calls: [1, 2] }]]
    expect(await readAll([own], own, statuses)).toEqual({ read: statuses, added })
    expect(await readAll([own], own, [confirming, failed])).toMatchObject({ added: [] })
  })

  test('error: of a proposal is about its execution after the request', async () => {
    const asked: Submission[] = []
    const proposed: Submission = {
      kind: 'proposed',
      safe: SAFE,
      calls,
      safeTxHash: PAYOUT_HASH,
      inLargerBatch: false,
    }
    const account = {
      status: async (submission: Submission) => {
        asked.push(submission)
        return [unknown]
      },
    }
    const ledger = { list: () => ({ attempts: [], unreadable: 0 }), add: () => null, append: () => {} }
    for (const position of [{ block: 9n, nonce: 1n }, null]) {
      const one = { ...attempt('own', proposed), position }
      await readAttemptStatus({ account, ledger }, one, new AbortController().signal)
    }
    expect(asked).toEqual([
      { ...proposed, since: 9n },
      { ...proposed, since: null },
    ])
  })

  test('behavior: of one transaction stands, whoever else names it', async () => {
    expect(await read([own, attempt('again', sent)], own)).toBe('paid')
  })
})

describe('the transactions that carried a wallet’s batch', () => {
  const hashes = [hash, txHash(8)]
  const known = (...named: typeof hashes) => attempt('own', { ...batched('b1'), hashes: named } as Submission)

  test.each<[string, Attempt, readonly PaymentStatus[], readonly unknown[]]>([
    ['all of them', known(), [paid, other, paid], hashes],
    ['those of a later block, too', known(hash), [confirming, other], hashes],
    ['none that is known already', known(hash), [paid, paid], []],
    ['none while one payment has no transaction', known(), [paid, unknown], []],
    ['none for what needs none', known(), [ready], []],
    ['those of what failed', known(), [failed], [txHash(9)]],
    ['none without one', known(), [{ kind: 'not-paid', why: 'failed', hash: null }], []],
  ])('behavior: are recorded: %s', async (_, own, statuses, mined) => {
    const { read, added } = await readAll([own], own, statuses)
    expect(read).toEqual(statuses)
    const facts = added.filter(([, { kind }]) => kind === 'mined')
    expect(facts).toEqual(mined.length > 0 ? [['own', { kind: 'mined', at: 0, hashes: mined }]] : [])
  })
})

describe('a transaction that a wallet names for its batch', () => {
  const own = attempt('own', batched('b1'))

  test('behavior: proves it paid', async () => {
    expect(await read([own], own)).toBe('paid')
  })

  test('error: proves nothing if another attempt made here has it', async () => {
    const upper: PaymentStatus = { kind: 'paid', hash: `0x${hash.slice(2).toUpperCase()}` }
    for (const status of [paid, upper])
      expect(await readAll([own, attempt('other', sent)], own, [status])).toEqual({
        read: [{ kind: 'unknown', why: 'not-visible', hash: null }],
        added: [],
      })
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
