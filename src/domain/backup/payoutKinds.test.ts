import { describe, expect, test } from 'vitest'
import { type Attempt, type Fact, idsOf, isRejected, submissionOf } from '#domain/ledger/Attempt.ts'
import { withFacts } from '#domain/ledger/ledger.ts'
import { openPlaces, type Payout, withRetry } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import type { BrowserStorage } from '#storage/KeyValueStore.ts'
import { anAttempt, batchAt, withBatch } from '#tests/support/attempts.ts'
import { hashOf, memoryStorage, requested, threeRows } from '#tests/support/backupWorld.ts'
import { backupOf, counts, restored } from '#tests/support/restoring.ts'
import { PAYEE, payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import type { Backup } from './backupFile.ts'
import { attempts as attemptKind, payouts as payoutKind } from './payoutKinds.ts'
import { planRestore, restore } from './restore.ts'

/** The payout with its answered attempts in a batch that a person put together. */
function inLargerBatch(payout: Payout): Payout {
  const toLarger = (fact: Fact): Fact =>
    fact.kind === 'answered' && fact.submission.kind === 'proposed'
      ? { ...fact, submission: { ...fact.submission, inLargerBatch: true } }
      : fact
  return {
    ...payout,
    attempts: payout.attempts.map((one) => ({ ...one, facts: one.facts.map(toLarger) })),
  }
}

describe('a payout', () => {
  const first = hashOf('1')
  const open = threeRows('p-1')
  const asked = requested(open, 0, { at: 10, hash: null })
  const sent = requested(open, 0, { at: 10, hash: first })
  const store = (storage: BrowserStorage, account = SAFE) => payoutStore(storage, account as typeof SAFE)

  /** One payout here and one in the file; null for none. */
  async function meet(mine: Payout | null, theirs: Payout) {
    const { storage } = memoryStorage()
    if (mine) store(storage, mine.account).write(mine)
    const backup = await backupOf((other) => void store(other, theirs.account).write(theirs))
    const plan = await restored(storage, backup, 'payouts')
    return { counts: counts(plan), plan, now: store(storage, theirs.account).read(theirs.id) }
  }
  const changed = { added: 0, changed: 1, same: 0, kept: 0, left: 0 }
  const same = { ...changed, changed: 0, same: 1 }
  const kept = { ...changed, changed: 0, kept: 1 }
  const left = { ...changed, changed: 0, left: 1 }

  test('behavior: that is new here is kept as the record of what it requested, and requests nothing more', async () => {
    const wallet = requested(threeRows('p-1', {}, 'eoa'), 0, { at: 10, hash: first })
    const { now } = await meet(null, withBatch(wallet, 1, { again: ['x-1'] }))
    expect(now).toMatchObject({ restored: true, revision: 1 })
    expect(now?.batches.map(({ again }) => again)).toEqual([[], [], []])
    // A nonce of a file must not prove that a payment was replaced.
    expect(batchAt(now, 0)?.attempt?.submission).toMatchObject({ hash: first, nonce: null, since: 9n })
    expect(batchAt(now, 0)?.attempt).toMatchObject({ at: 10, position: { block: 9n, nonce: 1n } })
  })

  /** The attempts of a payout after a restore joined another record, in the words of a person. */
  const attemptsIn = (payout: Payout | null) =>
    payout?.attempts.map((attempt) => {
      const submission = submissionOf(attempt)
      const answer = isRejected(attempt) ? 'rejected' : submission ? idsOf(submission)[0] : 'unanswered'
      return `${attempt.batch} ${attempt.restored ? 'file' : 'here'} ${answer}`
    })
  /** The same attempt with one more fact. */
  const withFact = (payout: Payout, fact: Fact): Payout => ({
    ...payout,
    attempts: payout.attempts.map((attempt) => withFacts(attempt, [fact])),
  })
  const rejected = withFact(asked, { kind: 'rejected', at: 11 })
  const again = withRetry(sent, [0], 1)

  test.each([
    ['the file is older', sent, open, same, [`0 here ${first}`]],
    ['the file has the request', open, asked, changed, ['0 file unanswered']],
    ['the file says that there was an answer', asked, sent, same, ['0 here unanswered']],
    ['the file lacks the answer', sent, asked, same, [`0 here ${first}`]],
    [
      'another batch was requested there',
      sent,
      requested(open, 1, { at: 11, hash: hashOf('2') }),
      changed,
      [`0 here ${first}`, `1 file ${hashOf('2')}`],
    ],
    [
      'another answer is claimed',
      sent,
      requested(open, 0, { at: 10, hash: hashOf('2') }),
      same,
      [`0 here ${first}`],
    ],
    [
      'another request is claimed',
      asked,
      requested(open, 0, { at: 11, hash: null }),
      changed,
      ['0 here unanswered', '0 file unanswered'],
    ],
    [
      'its rows differ',
      open,
      requested({ ...open, rows: open.rows.toReversed() }, 0, { at: 10, hash: null }),
      kept,
      [],
    ],
    ['it would ask for settled rows once more', sent, again, same, [`0 here ${first}`]],
    [
      'it requested settled rows once more',
      sent,
      requested(again, 3, { at: 20, hash: hashOf('3') }),
      changed,
      [`0 here ${first}`, `3 file ${hashOf('3')}`],
    ],
    ['it was rejected there, and is unanswered here', asked, rejected, same, ['0 here unanswered']],
    ['it was rejected there, and its outcome was found here', sent, rejected, same, [`0 here ${first}`]],
    ['it was rejected here since', rejected, asked, same, ['0 here rejected']],
    ['it was rejected here, and an answer is claimed', rejected, sent, same, ['0 here rejected']],
    ['it was rejected there, and never requested here', open, rejected, same, []],
    [
      'it was rejected here and requested anew there',
      rejected,
      requested(open, 0, { at: 20, hash: null }),
      changed,
      ['0 here rejected', '0 file unanswered'],
    ],
  ] as const)('behavior: when %s', async (_, mine, theirs, says, then) => {
    const { counts, now } = await meet(mine, theirs)
    expect(counts).toEqual(says)
    expect(attemptsIn(now)).toEqual(then)
    // A file makes nothing payable and takes no consent.
    expect(now?.restored).toBeUndefined()
    expect(now?.batches.slice(0, 3)).toEqual(mine.batches.slice(0, 3))
    const openBefore = new Set(openPlaces(mine))
    expect(now && openPlaces(now).filter((place) => !openBefore.has(place))).toEqual([])
  })

  test('behavior: that came from a file learns from a later one that there was an answer, not that there was none', async () => {
    const { storage } = memoryStorage()
    const take = async (payout: Payout) => {
      const backup = await backupOf((other) => void store(other).write(payout))
      return counts(await restored(storage, backup, 'payouts'))
    }
    expect(await take(asked)).toMatchObject({ added: 1 })
    expect(await take(rejected)).toMatchObject({ same: 1 })
    expect(await take(sent)).toMatchObject({ changed: 1 })
    expect(attemptsIn(store(storage).read('p-1'))).toEqual([`0 file ${first}`])
  })

  test('error: that says it was rejected, but claims a proposal of a row here, does not open the row again', async () => {
    const { storage } = memoryStorage()
    store(storage).write(asked)
    const claim = requested(withRetry(asked, [0], 1), 3, { at: 20, hash: first })
    const both = withFact({ ...claim, attempts: claim.attempts.slice(1) }, { kind: 'rejected', at: 21 })
    const backup = await backupOf((other) => void store(other).write(both))
    expect(counts(await restored(storage, backup, 'payouts'))).toEqual(changed)
    const [answer] = sent.attempts[0]?.facts ?? []
    if (answer) store(storage).ledger.add(asked.attempts[0]?.id ?? '', answer)
    const now = store(storage).read('p-1')
    expect(attemptsIn(now)).toEqual([`0 here ${first}`, '3 file unanswered'])
    expect(now && openPlaces(now)).toEqual([1, 2])
  })

  test('error: that claims a proposal of a payout made here later takes nothing away from it', async () => {
    const { storage } = memoryStorage()
    const claim = requested(threeRows('p-2'), 0, { at: 10, hash: first })
    const backup = await backupOf((other) => void store(other).write(claim))
    await restored(storage, backup, 'payouts')
    store(storage).write(sent)
    expect(attemptsIn(store(storage).read('p-1'))).toEqual([`0 here ${first}`])
    expect(attemptsIn(store(storage).read('p-2'))).toEqual(['0 file unanswered'])
  })

  test('behavior: closed here stays closed, and open here stays open', async () => {
    expect((await meet({ ...open, closed: true }, asked)).now?.closed).toBe(true)
    expect((await meet(open, { ...asked, closed: true })).now?.closed).toBeUndefined()
  })

  test('error: that claims the transaction of another one is left out', async () => {
    const { storage } = memoryStorage()
    store(storage).write(sent)
    const claim = requested(threeRows('p-2'), 0, { at: 10, hash: first })
    const backup = await backupOf((other) => void store(other).write(claim))
    expect(counts(await restored(storage, backup, 'payouts'))).toEqual(left)
    const both = requested(sent, 1, { at: 12, hash: first })
    expect((await meet(null, both)).counts).toEqual(left)
    const larger = (id: string) => inLargerBatch(requested(threeRows(id), 0, { at: 10, hash: first }))
    const twice = await backupOf((other) => {
      store(other).write(larger('p-3'))
      store(other).write(larger('p-4'))
    })
    // In one larger batch, one transfer still answers one row.
    const empty = memoryStorage().storage
    expect(counts(await restored(empty, twice, 'payouts'))).toMatchObject({ added: 1, left: 1 })
  })

  /** A backup of these payouts, in which every attempt has one and the same id. */
  async function withOneId(payouts: readonly Payout[], id: string): Promise<Backup> {
    const { contents, ...rest } = await backupOf((other) => {
      for (const payout of payouts) {
        store(other).write({
          ...payout,
          attempts: payout.attempts.map((one, at) => ({
            ...one,
            payout: payout.id,
            id: `${payout.id}:${at}`,
          })),
        })
      }
    })
    const rename = (raw: unknown): unknown => {
      const { attempts, ...payout } = raw as { readonly attempts: readonly object[] }
      return { ...payout, attempts: attempts.map((attempt) => ({ ...attempt, id })) }
    }
    return { ...rest, contents: { ...contents, payouts: contents.payouts.map(rename) } }
  }
  const [own] = asked.attempts
  const retried = requested(again, 3, { at: 20, hash: null })
  const retriedTwice = requested(withRetry(retried, [0], 1), 4, { at: 21, hash: null })
  const withoutFirst = (payout: Payout): Payout => ({ ...payout, attempts: payout.attempts.slice(1) })

  test.each<[string, Payout, readonly Payout[], string, object]>([
    ['a request made here, as rejected', asked, [{ ...rejected, id: 'p-2' }], own?.id ?? '', left],
    ['one request twice', sent, [withoutFirst(retriedTwice)], 'new', left],
    [
      'a request of another payout of the file',
      sent,
      [withoutFirst(retried), requested(threeRows('p-2'), 1, { at: 20, hash: null })],
      'new',
      { ...left, added: 1 },
    ],
  ])('error: that names %s, is left out', async (_, mine, theirs, id, says) => {
    const { storage } = memoryStorage()
    store(storage).write(mine)
    const before = store(storage).ledger.list().attempts
    expect(counts(await restored(storage, await withOneId(theirs, id), 'payouts'))).toEqual(says)
    const now = store(storage).read('p-1')
    expect(now?.attempts).toEqual(mine.attempts)
    expect(now && openPlaces(now)).toEqual(openPlaces(mine))
    expect(store(storage).ledger.list().attempts.slice(0, before.length)).toEqual(before)
  })

  test('error: of a Safe with transactions of a wallet is left out', async () => {
    const { counts } = await meet(null, {
      ...requested(threeRows('p', {}, 'eoa'), 0, { at: 1, hash: first }),
      kind: 'safe',
    })
    expect(counts).toEqual(left)
  })

  test('error: under whose id something unreadable is stored is not written', async () => {
    const { storage, kept: texts } = memoryStorage()
    store(storage).write(open)
    const key = [...texts.keys()].find((name) => name.endsWith('.parts')) ?? ''
    texts.set(key, 'damaged')
    const backup = await backupOf((other) => void store(other).write(sent))
    expect(await restore(storage, backup, await planRestore(storage, backup))).toEqual({
      kind: 'restored',
      failed: 1,
    })
    expect(texts.get(key)).toBe('damaged')
  })
})

describe('a payout as an entry of a file', () => {
  const open = threeRows('p-1')

  test.each<[string, boolean]>([
    ['p-1', true],
    ['z'.repeat(64), true],
    ['z'.repeat(65), false],
    ['', false],
    ['P-1', false],
    ['p-1/', false],
    ['../p-1', false],
  ])('error: is read only if its id can be a key: %j', (id, isRead) => {
    expect(payoutKind.parse(payoutKind.format({ ...open, id })) !== null).toBe(isRead)
  })

  test.each<[string, unknown]>([
    ['is nothing', null],
    ['has no list', { ...(payoutKind.format(open) as object), list: null }],
    ['has no attempts', { ...(payoutKind.format(open) as object), attempts: undefined }],
  ])('error: cannot be read if it %s', (_, raw) => {
    expect(payoutKind.parse(raw)).toBeNull()
  })

  test('error: is left out whole if one of its attempts cannot be read, or does not fit', () => {
    const both = requested(requested(open, 0, { at: 10, hash: null }), 1, { at: 11, hash: null })
    const { attempts, ...rest } = payoutKind.format(both) as { readonly attempts: readonly object[] }
    const read = (...all: readonly unknown[]) => payoutKind.parse({ ...rest, attempts: all })
    const [first = {}, second = {}] = attempts
    expect(read(first, second)?.attempts).toHaveLength(2)
    for (const other of [
      null,
      {},
      { ...second, id: '' },
      { ...second, batch: 2 },
      { ...second, rows: [9] },
    ]) {
      expect(read(first, other)).toBeNull()
      expect(read(other, first)).toBeNull()
    }
  })

  test('behavior: is named by its title, its time, its payments and its account', () => {
    const words = /^\d+ \w+ 2026\D+\d\d:\d\d · 3 payments · 0x\w{40}$/
    expect(payoutKind.label(open)).toMatch(words)
    const titled = payoutKind.label({ ...open, title: 'November' })
    expect(titled.slice(0, 11)).toBe('November · ')
    expect(titled.slice(11)).toMatch(words)
  })
})

describe('an attempt without a list', () => {
  const calls = [payoutCall]
  const asked = anAttempt({
    account: PAYEE,
    kind: 'eoa',
    calls,
    at: 1_000,
    position: { block: 5n, nonce: 1n },
  })
  const answer = (digit: string): Fact => ({
    kind: 'answered',
    at: 1_001,
    submission: { kind: 'sent', from: PAYEE, calls, hash: hashOf(digit), nonce: 7n, since: 5n },
  })
  const sent = { ...asked, facts: [answer('1')] }
  const ledgerIn = (storage: BrowserStorage) => payoutStore(storage, PAYEE).ledger

  async function meet(mine: readonly Attempt[], theirs: readonly Attempt[]) {
    const { storage } = memoryStorage()
    ledgerIn(storage).append(mine)
    const backup = await backupOf((other) => ledgerIn(other).append(theirs))
    const plan = await restored(storage, backup, 'attempts')
    return { counts: counts(plan), attempts: ledgerIn(storage).list().attempts }
  }

  test('behavior: is added as a claim of the file, without a nonce that would prove it replaced', async () => {
    const { counts, attempts } = await meet([], [sent])
    expect(counts.added).toBe(1)
    expect(attempts).toMatchObject([{ restored: true, facts: [{ submission: { nonce: null } }] }])
  })

  test('behavior: is named by its time, its payments and its account', () => {
    expect(attemptKind.label({ ...asked, at: 1_795_165_200_000 })).toMatch(
      /^\d+ \w+ 2026\D+\d\d:\d\d · 1 payment · 0x\w{40}$/,
    )
  })

  test.each([
    ['an answer in the file', asked, sent],
    ['another answer in the file', sent, { ...sent, facts: [answer('2')] }],
    ['a rejection in the file', asked, { ...asked, facts: [{ kind: 'rejected', at: 2 } as const] }],
    ['other calls in the file', asked, { ...sent, calls: [] }],
    ['another time in the file', asked, { ...sent, at: 2 }],
  ])('error: %s changes nothing of what was recorded here', async (_, mine, theirs) => {
    const { counts, attempts } = await meet([mine], [theirs])
    expect(counts).toEqual({ added: 0, changed: 0, same: 1, kept: 0, left: 0 })
    expect(attempts).toEqual([mine])
  })

  test('error: that a payout here has already is left out, and rejects nothing', async () => {
    const { storage } = memoryStorage()
    const open = requested(threeRows('p-1'), 0, { at: 10, hash: null })
    const mine = payoutStore(storage, SAFE).write(open)
    // The other browser had the payout, rejected its request and deleted the list.
    const backup = await backupOf((other) => {
      const store = payoutStore(other, SAFE)
      store.write(open)
      store.ledger.add(open.attempts[0]?.id ?? '', { kind: 'rejected', at: 11 })
      store.remove(open.id)
    })
    const plan = await restored(storage, backup, 'attempts')
    expect(counts(plan)).toEqual({ added: 0, changed: 0, same: 0, kept: 0, left: 1 })
    expect(plan.left).toMatchObject([{ reason: 'is recorded here already' }])
    expect(payoutStore(storage, SAFE).read('p-1')).toEqual(mine)
  })

  test('error: that names a transaction recorded here is left out', async () => {
    const { counts, attempts } = await meet([sent], [{ ...sent, id: 'other' }])
    expect(counts).toMatchObject({ added: 0, left: 1 })
    expect(attempts).toEqual([sent])
  })
})
