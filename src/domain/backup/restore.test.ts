import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { watch } from '#domain/activity/watchedSafes.ts'
import { type Budget, keptBudgets } from '#domain/campaigns/Budget.ts'
import { keepDraft, readDraft } from '#domain/draft/keptDraft.ts'
import { newDraft } from '#domain/draft/payoutDraft.ts'
import { type Attempt, type Fact, isRejected, submissionOf } from '#domain/ledger/Attempt.ts'
import { withFacts } from '#domain/ledger/joinAttempts.ts'
import { idsOf } from '#domain/ledger/submissionIds.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { openPlaces, withRetry } from '#domain/payout/Payout.ts'
import { listText } from '#domain/payout/payoutDocument.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { keptPeople } from '#domain/people/Person.ts'
import { codeAnswers } from '#domain/proof/codeAnswers.ts'
import { keptProofs } from '#domain/proof/keptProofs.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import { keptTemplates } from '#domain/templates/Template.ts'
import { scheduleOf } from '#domain/templates/templateSchedule.ts'
import type { BrowserStorage } from '#storage/browserStorage.ts'
import { anAttempt, batchAt, withBatch } from '#tests/support/attempts.ts'
import {
  anyThings,
  factsOf,
  hashOf,
  keepThings,
  memoryStorage,
  requested,
  threeRows,
} from '#tests/support/backupWorld.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { personAt } from '#tests/support/personAt.ts'
import { usualProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { usualRequest } from '#tests/support/requests.ts'
import { PAYEE, payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { templateAt } from '#tests/support/templateAt.ts'
import { type Backup, formatBackup, type KindName, openBackup, openList } from './backupFile.ts'
import { changesAnything, type KindPlan, planRestore, readContents, restore } from './restore.ts'

/** A backup of a browser that was filled like this, through the text of its file. */
async function backupOf(fill: (storage: BrowserStorage) => void): Promise<Backup> {
  const { storage } = memoryStorage()
  fill(storage)
  const opened = openBackup(await formatBackup(readContents(storage).contents, 5, null))
  if (opened.kind !== 'open') throw new Error(`It is ${opened.kind}`)
  return opened.backup
}

/** Restores a backup, and returns the plan for one kind. */
async function restored(mine: BrowserStorage, backup: Backup, name: KindName): Promise<KindPlan> {
  const plan = await planRestore(mine, backup)
  expect(await restore(mine, backup, plan)).toEqual({ kind: 'restored', failed: 0 })
  const found = plan.kinds.find((kind) => kind.name === name)
  if (!found) throw new Error('There is no plan')
  return found
}

const counts = ({ added, changed, same, kept, left }: KindPlan) => ({
  ...{ added: added.length, changed: changed.length, same, kept: kept.length, left: left.length },
})

describe('restoring', () => {
  test('behavior: brings everything to an empty browser, and once more changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(anyThings, async (things) => {
        const backup = await backupOf((storage) => keepThings(storage, things))
        const { storage, kept } = memoryStorage()
        const plan = await planRestore(storage, backup)
        const taken = plan.kinds.map(({ name, added, left }) => [name, added.length + left.length])
        expect(taken).toEqual(plan.kinds.map(({ name }) => [name, backup.contents[name].length]))
        await restore(storage, backup, plan)
        const before = [...kept]
        const again = await planRestore(storage, backup)
        expect(again.kinds.flatMap(({ added, changed, kept }) => [...added, ...changed, ...kept])).toEqual([])
        await restore(storage, backup, again)
        expect([...kept]).toEqual(before)
      }),
      propertyRuns(30, 1_200),
    )
  })

  test('behavior: never deletes, and never takes a request of a payout or of a wallet back', async () => {
    await fc.assert(
      fc.asyncProperty(anyThings, anyThings, async (one, other) => {
        // The same ids in both, so that most things meet.
        const ids = (index: number) => `id-${index}`
        const shared = (things: typeof one) => ({
          ...things,
          payouts: things.payouts.map((payout, index) => ({ ...payout, id: ids(index) })),
          attempts: things.attempts.map((attempt, index) => ({ ...attempt, id: ids(index) })),
        })
        const { storage } = memoryStorage()
        keepThings(storage, shared(one))
        const before = readContents(storage).contents
        const facts = factsOf(storage)
        await restored(storage, await backupOf((theirs) => keepThings(theirs, shared(other))), 'people')
        const after = readContents(storage).contents
        expect(factsOf(storage)).toEqual(expect.arrayContaining([...facts]))
        for (const [name, list] of Object.entries(before))
          expect(after[name as KindName].length).toBeGreaterThanOrEqual(list.length)
      }),
      propertyRuns(60, 3_000),
    )
  })

  test('behavior: a plan that is out of date writes nothing', async () => {
    const { storage } = memoryStorage()
    const backup = await backupOf((theirs) => keptPeople.keep(theirs, [personAt(1)]))
    const plan = await planRestore(storage, backup)
    keptPeople.keep(storage, [personAt(1, { name: 'Other' })])
    expect(await restore(storage, backup, plan)).toEqual({ kind: 'changed' })
    expect(keptPeople.read(storage).items).toEqual([personAt(1, { name: 'Other' })])
  })

  test.each<[string, string | null]>([
    ['the account of a payout', SAFE],
    ['the account of an attempt', PAYEE],
    ['no account', null],
  ])('error: writes nothing while another tab is paying from one of the accounts: %s', async (_, paying) => {
    const names: string[] = []
    const request = (name: string, _options: unknown, work: (lock: object | null) => unknown) => {
      names.push(name)
      return work(paying !== null && name.endsWith(paying.toLowerCase()) ? null : {})
    }
    vi.stubGlobal('navigator', { locks: { request } })
    const { storage, kept } = memoryStorage()
    const opened = await backupOf((theirs) => {
      payoutStore(theirs, SAFE).write(threeRows('p-1'))
      payoutStore(theirs, SAFE).write(threeRows('p-2'))
      payoutStore(theirs, PAYEE).ledger.append([
        anAttempt({ account: PAYEE, kind: 'eoa', calls: [payoutCall] }),
      ])
      keptPeople.keep(theirs, [personAt(1)])
    })
    const payouts = [null, ...opened.contents.payouts]
    const backup = { ...opened, contents: { ...opened.contents, payouts } }
    const plan = await planRestore(storage, backup)
    const done = restore(storage, backup, plan)
    if (paying === null) await expect(done).resolves.toEqual({ kind: 'restored', failed: 0 })
    else await expect(done).rejects.toThrow('Another payment is open')
    vi.unstubAllGlobals()
    const all = [SAFE, PAYEE].map((account) => `portal.payout.56.${account.toLowerCase()}`)
    expect(names).toEqual(paying === SAFE ? all.slice(0, 1) : all)
    expect(kept.size > 0).toBe(paying === null)
  })

  test('behavior: only what is added or filled in is worth confirming', async () => {
    const { storage } = memoryStorage()
    keptPeople.keep(storage, [personAt(1, { name: 'Dana' })])
    const worth = async (...people: Parameters<typeof personAt>[1][]) => {
      const backup = await backupOf((theirs) =>
        keptPeople.keep(
          theirs,
          people.map((some, index) => personAt(index + 1, some)),
        ),
      )
      return changesAnything(await planRestore(storage, backup))
    }
    expect(await worth()).toBe(false)
    expect(await worth({ name: 'Dana' })).toBe(false)
    expect(await worth({ name: 'Eve' })).toBe(false)
    expect(await worth({ name: 'Dana', note: 'new' })).toBe(true)
    expect(await worth({ name: 'Dana' }, { name: 'Eli' })).toBe(true)
    expect(await worth({ name: 'Dana', note: 'new' }, { name: 'Eli' })).toBe(true)
  })

  test('behavior: a backup counts what it cannot contain', () => {
    const { storage, kept } = memoryStorage()
    for (const id of ['p-1', 'p-2', 'p-3']) payoutStore(storage, SAFE).write(threeRows(id))
    payoutStore(storage, PAYEE).ledger.setAside({ id: 'damaged' })
    for (const [key] of [...kept].filter(
      ([name]) => name.endsWith('.p-1.parts') || name.endsWith('.p-2.parts'),
    ))
      kept.set(key, 'damaged')
    const { contents, unreadable } = readContents(storage)
    expect(unreadable).toBe(3)
    expect(contents.payouts).toHaveLength(1)
  })

  test('behavior: more payouts than are written at once are written once each, the oldest first', async () => {
    const backup = await backupOf((theirs) =>
      payoutStore(theirs, SAFE).writeAll(
        Array.from({ length: 101 }, (_, index) => threeRows(`p-${index}`, { createdAt: 1_000 - index })),
      ),
    )
    const { storage } = memoryStorage()
    expect(await restore(storage, backup, await planRestore(storage, backup))).toEqual({
      ...{ kind: 'restored', failed: 0 },
    })
    const { payouts } = payoutStore(storage, SAFE).list()
    expect(payouts.map(({ id, revision }) => `${id} ${revision}`)).toEqual(
      Array.from({ length: 101 }, (_, index) => `p-${index} 1`),
    )
  })

  test('error: entries twice in a file, and unreadable ones, are left out', async () => {
    const { storage } = memoryStorage()
    const { contents, ...rest } = await backupOf((theirs) => keptPeople.keep(theirs, [personAt(1)]))
    const people = [...contents.people, ...contents.people, null, { address: '__proto__' }]
    const plan = await restored(storage, { ...rest, contents: { ...contents, people } }, 'people')
    expect(counts(plan)).toEqual({ added: 1, changed: 0, same: 0, kept: 0, left: 3 })
    expect(plan.left.map(({ reason }) => reason)).toEqual(
      [...['can’t be read', 'can’t be read', 'is in the file twice']].toSorted((a) =>
        a.includes('twice') ? -1 : 1,
      ),
    )
  })
})

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
            ...{ ...one, payout: payout.id, id: `${payout.id}:${at}` },
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
    ...{ kind: 'answered', at: 1_001 },
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

  test.each([
    ['an answer in the file', asked, sent],
    ['another answer in the file', sent, { ...sent, facts: [answer('2')] }],
    ['a rejection in the file', asked, { ...asked, facts: [{ kind: 'rejected', at: 2 } as const] }],
    ['other calls in the file', asked, { ...sent, calls: [] }],
    ['another time in the file', asked, { ...sent, at: 2 }],
  ])('error: %s changes nothing of what was recorded here', async (_, mine, theirs) => {
    const { counts, attempts } = await meet([mine], [theirs])
    expect(counts).toMatchObject({ added: 0, changed: 0 })
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

describe('a file of an older release', () => {
  const entry = {
    ...{ id: 'a', askedAt: 1_000, hashes: [hashOf('1')], nonces: [7], state: 'sent' },
    ...{ batchId: null, since: '5', calls: [{ ...payoutCall, value: '0' }] },
  }
  const older = (contents: object) => {
    const head = { kind: 'influencer-portal-backup', version: 1, savedAt: 5, chainId: 56 }
    const opened = openBackup(JSON.stringify({ ...head, contents }))
    if (opened.kind !== 'open') throw new Error(opened.kind)
    return opened.backup
  }

  test('behavior: brings the entries of its journal as attempts', async () => {
    const { storage } = memoryStorage()
    const plan = await restored(storage, older({ journal: [{ account: PAYEE, entry }] }), 'attempts')
    expect(counts(plan)).toMatchObject({ added: 1 })
    expect(payoutStore(storage, PAYEE).ledger.list().attempts).toMatchObject([
      {
        id: 'a',
        restored: true,
        at: 1_000,
        calls: [payoutCall],
        facts: [{ submission: { hash: hashOf('1') } }],
      },
    ])
  })

  test('error: counts an entry that cannot be read', async () => {
    const { storage } = memoryStorage()
    const plan = await restored(storage, older({ journal: [{ account: PAYEE, entry: 7 }] }), 'attempts')
    expect(counts(plan)).toMatchObject({ added: 0, left: 1 })
  })

  test('behavior: brings the requests of its payouts', async () => {
    const { storage } = memoryStorage()
    const payout = threeRows('p-1')
    const ask = {
      ...{ at: 10, position: { block: '9', nonce: '1' }, known: [] },
      submission: { kind: 'proposed', safeTxHash: hashOf('1'), among: false },
    }
    const batches = {
      version: 1,
      parts: [0, 1, 2].map((row) => ({ rows: [row], ask: row === 0 ? ask : null, refused: null, again: [] })),
    }
    const backup = older({ payouts: [{ list: JSON.parse(listText(payout)), batches }] })
    expect(counts(await restored(storage, backup, 'payouts'))).toMatchObject({ added: 1 })
    expect(payoutStore(storage, SAFE).read('p-1')?.attempts).toMatchObject([
      { batch: 0, restored: true, facts: [{ submission: { safeTxHash: hashOf('1') } }] },
    ])
  })
})

describe('the other kinds', () => {
  test('behavior: people get what is new, look-alikes are left out, and the list is never pushed over its end', async () => {
    const known = payeeAt(1)
    const twin = `${known.slice(0, 8)}${payeeAt(6).slice(8, 36)}${known.slice(36)}` as typeof known
    const { storage } = memoryStorage()
    keptPeople.keep(storage, [personAt(1, { note: 'mine' }), personAt(2)])
    const { getAddress } = await import('viem')
    const backup = await backupOf((other) =>
      keptPeople.keep(other, [
        ...[personAt(1, { name: 'Dana', tags: ['a'] }), personAt(2), personAt(3)],
        personAt(4, { address: getAddress(twin.toLowerCase()) }),
      ]),
    )
    expect(counts(await restored(storage, backup, 'people'))).toEqual({
      ...{ added: 1, changed: 1, same: 1, kept: 0, left: 1 },
    })
    expect(keptPeople.read(storage).items.find(({ address }) => address === known)).toEqual(
      personAt(1, { note: 'mine', tags: ['a'] }),
    )
  })

  test('behavior: a person keeps the name, note and handle they have here, and the preview says what is not taken', async () => {
    const { storage } = memoryStorage()
    const mine = { name: 'Dana', note: 'Stolen account: do not pay', handle: '@dana' }
    keptPeople.keep(storage, [personAt(5, mine)])
    const theirs = { name: 'Eve', note: 'Verified', handle: '@evil' }
    const backup = await backupOf((other) => keptPeople.keep(other, [personAt(5, theirs)]))
    const plan = await restored(storage, backup, 'people')
    expect(counts(plan)).toEqual({ added: 0, changed: 0, same: 0, kept: 1, left: 0 })
    expect(plan.kept[0]?.ignored).toBe('name: Eve · note: Verified · handle: @evil')
    expect(keptPeople.read(storage).items).toMatchObject([mine])
  })

  test('behavior: the preview names what is added and what is filled in, field by field', async () => {
    const { storage } = memoryStorage()
    keptPeople.keep(storage, [personAt(1, { name: 'Dana', tags: ['a'] })])
    const backup = await backupOf((other) =>
      keptPeople.keep(other, [
        personAt(1, { name: 'Dana', note: 'pays late', tags: ['b'] }),
        personAt(2, { name: 'Eli', note: 'new', handle: '@eli', tags: ['reels', 'spring'] }),
      ]),
    )
    const plan = await restored(storage, backup, 'people')
    expect(plan.added).toEqual([
      `Eli: ${payeeAt(2)} · name: Eli · note: new · handle: @eli · tags: reels, spring`,
    ])
    expect(plan.changed).toEqual([
      {
        label: `Dana: ${payeeAt(1)}`,
        before: 'note: none · tags: a',
        after: 'note: pays late · tags: a, b',
        ignored: '',
      },
    ])
  })

  test('behavior: tags for which there is no room are named, and the person can still be read', async () => {
    const tags = (from: string) => Array.from({ length: 10 }, (_, index) => `${from}${index}`)
    const { storage } = memoryStorage()
    keptPeople.keep(storage, [personAt(5, { tags: tags('a').slice(1) })])
    const backup = await backupOf((other) => keptPeople.keep(other, [personAt(5, { tags: tags('b') })]))
    const plan = await restored(storage, backup, 'people')
    expect(plan.changed[0]?.ignored).toBe(`tags: ${tags('b').slice(1).join(', ')}`)
    expect(keptPeople.read(storage)).toMatchObject({
      items: [{ tags: [...tags('a').slice(1), 'b0'] }],
      unreadable: 0,
    })
  })

  test('error: nobody is added who looks like a payee of a payout made here, or is called like an address', async () => {
    const known = payeeAt(5)
    const { getAddress } = await import('viem')
    const alike = getAddress(`${known.slice(0, 8)}${payeeAt(6).slice(8, 36)}${known.slice(36)}`.toLowerCase())
    const { storage } = memoryStorage()
    const rows = threeRows('p-1').rows.map((row) => ({ ...row, payee: known }))
    payoutStore(storage, SAFE).write(threeRows('p-1', { rows }))
    const named = { ...personAt(7), name: payeeAt(8) }
    const opened = await backupOf((other) => keptPeople.keep(other, [personAt(6, { address: alike })]))
    const people = [...opened.contents.people, named]
    const plan = await restored(storage, { ...opened, contents: { ...opened.contents, people } }, 'people')
    expect(plan.added).toEqual([])
    expect(plan.left.map(({ reason }) => reason).toSorted()).toEqual([
      'can’t be read',
      `looks like ${known}. Add it by hand`,
    ])
  })

  test('error: a planned payee makes nobody known, and payees of a restored payout are not compared', async () => {
    const { getAddress } = await import('viem')
    const known = payeeAt(5)
    const alike = getAddress(`${known.slice(0, 8)}${payeeAt(6).slice(8, 36)}${known.slice(36)}`.toLowerCase())
    const rowsTo = (payee: typeof known) => threeRows('p-1').rows.map((row) => ({ ...row, payee }))
    const both = (other: BrowserStorage) =>
      void keptPeople.keep(other, [personAt(5), personAt(6, { address: alike })])
    const added = async (payout: Payout) => {
      const { storage } = memoryStorage()
      payoutStore(storage, SAFE).write(payout)
      return (await restored(storage, await backupOf(both), 'people')).added.length
    }
    expect(await added(threeRows('p-1', { rows: rowsTo(alike) }))).toBe(0)
    expect(
      await added(
        requested(threeRows('p-1', { rows: rowsTo(known) }), 0, { at: Date.now(), hash: hashOf('1') }),
      ),
    ).toBe(1)
    const { storage } = memoryStorage()
    payoutStore(storage, SAFE).write(threeRows('p-1', { rows: rowsTo(known), restored: true }))
    const backup = await backupOf((other) => void keptPeople.keep(other, [personAt(6, { address: alike })]))
    expect((await restored(storage, backup, 'people')).added).toHaveLength(1)
  })

  test('behavior: requests get a signature and claims, and keep their own', async () => {
    const mine = { request: usualRequest, signature: null, proof: null, claimed: ['a'] }
    const signature = `0x${'1'.repeat(130)}` as const
    const { storage } = memoryStorage()
    keptRequests.keep(storage, [mine])
    const backup = await backupOf((other) =>
      keptRequests.keep(other, [{ ...mine, signature, claimed: ['b'] }]),
    )
    expect(counts(await restored(storage, backup, 'requests')).changed).toBe(1)
    expect(keptRequests.read(storage).items).toEqual([{ ...mine, signature, claimed: ['a', 'b'] }])
    const forged = await backupOf((other) =>
      keptRequests.keep(other, [{ ...mine, signature: `0x${'2'.repeat(130)}` }]),
    )
    expect(counts(await restored(storage, forged, 'requests')).kept).toBe(1)
    expect(keptRequests.read(storage).items[0]?.signature).toBe(signature)
  })

  test('behavior: requests beyond the limit are left out, and none here is pushed out', async () => {
    const at = (index: number) => ({
      ...{ request: { ...usualRequest, madeAt: usualRequest.madeAt + index }, signature: null },
      ...{ proof: null, claimed: [] },
    })
    const { storage } = memoryStorage()
    keptRequests.keep(
      storage,
      Array.from({ length: 199 }, (_, index) => at(index)),
    )
    const backup = await backupOf((other) => keptRequests.keep(other, [at(1_000), at(1_001), at(5)]))
    expect(counts(await restored(storage, backup, 'requests'))).toEqual({
      ...{ added: 1, changed: 0, same: 1, kept: 0, left: 1 },
    })
    expect(keptRequests.read(storage).items.map(({ request }) => request.madeAt)).toContain(
      usualRequest.madeAt,
    )
  })

  test('behavior: proofs get a signature; an answer about a code that was given here stays', async () => {
    const signature = `0x${'1'.repeat(130)}` as const
    const { storage } = memoryStorage()
    keptProofs.keep(storage, [{ proof: usualProof, signature: null, safeTxHash: null }])
    codeAnswers.keep(storage, [{ proof: usualProof, isThere: false, at: 1 }])
    const backup = await backupOf((other) => {
      keptProofs.keep(other, [{ proof: usualProof, signature, safeTxHash: null }])
      codeAnswers.keep(other, [{ proof: usualProof, isThere: true, at: 2 }])
    })
    expect(counts(await restored(storage, backup, 'proofs')).changed).toBe(1)
    expect(keptProofs.read(storage).items[0]?.signature).toBe(signature)
    expect(codeAnswers.read(storage).items[0]?.isThere).toBe(false)
  })

  test('behavior: watched Safes are added up to their limit', async () => {
    const { storage } = memoryStorage()
    for (let index = 0; index < 9; index++) watch(storage, payeeAt(index))
    const backup = await backupOf((other) => {
      for (const index of [0, 20, 21]) watch(other, payeeAt(index))
    })
    const plan = await restored(storage, backup, 'watchedSafes')
    expect(counts(plan)).toEqual({ added: 1, changed: 0, same: 1, kept: 0, left: 1 })
    expect(plan.added).toEqual([payeeAt(21)])
  })

  test('behavior: a list that is being edited comes without its ticks and what its names meant, and never replaces one', async () => {
    const { storage } = memoryStorage()
    const names = [{ name: 'ada.bnb', address: SAFE, at: 1 }] as const
    const draft = { ...newDraft('a,1'), ticks: new Set(['big/1']), names }
    const backup = await backupOf((other) => void keepDraft(other, SAFE, draft, 7))
    expect(counts(await restored(storage, backup, 'drafts')).added).toBe(1)
    expect(readDraft(storage, SAFE)).toEqual({ draft: { ...draft, ticks: new Set(), names: [] }, at: 7 })
    keepDraft(storage, SAFE, newDraft('mine'), 8)
    expect(counts(await restored(storage, backup, 'drafts')).kept).toBe(1)
    expect(readDraft(storage, SAFE)).toMatchObject({ draft: { text: 'mine' } })
  })

  test('behavior: a template comes marked as not looked at here, and never changes one that differs', async () => {
    const { storage } = memoryStorage()
    const backup = await backupOf((other) => void keptTemplates.keep(other, [templateAt(1)]))
    expect(counts(await restored(storage, backup, 'templates')).added).toBe(1)
    expect(keptTemplates.read(storage).items).toEqual([{ ...templateAt(1), isRestored: true }])
    expect(counts(await restored(storage, backup, 'templates')).same).toBe(1)
    const own = { ...templateAt(1), skipped: '2026-12-01' }
    keptTemplates.keep(storage, [own])
    expect(counts(await restored(storage, backup, 'templates')).kept).toBe(1)
    expect(keptTemplates.read(storage).items).toEqual([own])
  })

  test('error: a backup cannot say that a template was paid until 2199', async () => {
    const { storage } = memoryStorage()
    const template = templateAt(1)
    keptTemplates.keep(storage, [template])
    const backup = await backupOf((other) => {
      const run = { template: template.id, due: '2199-12-31' }
      payoutStore(other, SAFE).write(requested(threeRows('p-9', { run }), 0, { at: 5, hash: null }))
    })
    await restored(storage, backup, 'payouts')
    const [mine] = keptTemplates.read(storage).items
    const { payouts } = payoutStore(storage, SAFE).list()
    expect(payouts).toHaveLength(1)
    expect(mine && scheduleOf(mine, payouts, '2026-03-15').due).toBe('2026-02-28')
  })

  test('error: a list’s own file pushes nothing out and goes through the same plan', async () => {
    const { storage } = memoryStorage()
    const requestOf = (memo: string, madeAt: number) => ({
      ...{ signature: null, proof: null, claimed: [] },
      request: { ...usualRequest, memo, madeAt },
    })
    keptRequests.keep(storage, [requestOf('mine', 1_700_000_000)])
    const many = Array.from({ length: 200 }, (_, index) => requestOf(`x${index}`, 4_000_000_000 + index))
    const backup = openList(keptRequests.format(many), 'requests', keptRequests)
    if (!backup) throw new Error('It was not read')
    const plan = await restored(storage, backup, 'requests')
    expect(counts(plan)).toEqual({ added: 199, changed: 0, same: 0, kept: 0, left: 1 })
    expect(plan.left[0]).toMatchObject({ reason: 'doesn’t fit: at most 200 are kept' })
    expect(keptRequests.read(storage).items.map(({ request }) => request.memo)).toContain('mine')
    expect(openList(keptProofs.format([]), 'requests', keptRequests)).toBeNull()
  })

  test('error: a request of a file takes no payment from one here, and says nothing of what was seen', async () => {
    const requestOf = (memo: string, some: object = {}) => ({
      ...{ signature: null, proof: null, claimed: ['a'], ...some },
      request: { ...usualRequest, memo },
    })
    const { storage } = memoryStorage()
    keptRequests.keep(storage, [requestOf('mine')])
    const backup = await backupOf((other) =>
      keptRequests.keep(other, [
        requestOf('mine', { seen: true }),
        requestOf('theirs'),
        requestOf('other', { claimed: ['b'], seen: true }),
      ]),
    )
    const plan = await restored(storage, backup, 'requests')
    expect(counts(plan)).toEqual({ added: 1, changed: 0, same: 1, kept: 0, left: 1 })
    const kept = keptRequests.read(storage).items
    expect(kept.map(({ request, seen }) => [request.memo, seen]).toSorted()).toEqual([
      ['mine', undefined],
      ['other', undefined],
    ])
  })

  test('error: a code that a file says was found is not confirmed here', async () => {
    const { storage } = memoryStorage()
    const backup = await backupOf((other) =>
      codeAnswers.keep(other, [{ proof: usualProof, isThere: true, at: 2 }]),
    )
    expect(counts(await restored(storage, backup, 'codeAnswers')).added).toBe(1)
    expect(codeAnswers.read(storage).items).toEqual([
      { proof: usualProof, isThere: true, at: 2, isRestored: true },
    ])
    expect(counts(await restored(storage, backup, 'codeAnswers')).same).toBe(1)
  })

  test('behavior: a budget is added, and the one here stays', async () => {
    const { storage } = memoryStorage()
    const budget = (tag: string, value: bigint): Budget => ({
      ...{ account: SAFE, tag, setAt: 5 },
      amount: { token: Token.BNB, value },
    })
    keptBudgets.keep(storage, [budget('spring', 7n)])
    const backup = await backupOf(
      (other) => void keptBudgets.keep(other, [budget('spring', 9n), budget('autumn', 9n)]),
    )
    expect(counts(await restored(storage, backup, 'budgets'))).toMatchObject({ added: 1, kept: 1 })
    const found = keptBudgets.read(storage).items.map(({ tag, amount }) => `${tag} ${amount.value}`)
    expect(found.sort()).toEqual(['autumn 9', 'spring 7'])
  })

  test('behavior: the campaign of a payout is added where there is none, and never replaces one', async () => {
    const { storage } = memoryStorage()
    const store = payoutStore(storage, SAFE)
    store.write(threeRows('a-1'))
    store.write(threeRows('b-1', { tag: 'mine' }))
    const backup = await backupOf((other) => {
      payoutStore(other, SAFE).write(threeRows('a-1', { tag: 'theirs' }))
      payoutStore(other, SAFE).write(threeRows('b-1', { tag: 'theirs' }))
    })
    expect(counts(await restored(storage, backup, 'payouts')).changed).toBe(1)
    expect(payoutStore(storage, SAFE).read('a-1')?.tag).toBe('theirs')
    expect(payoutStore(storage, SAFE).read('b-1')?.tag).toBe('mine')
  })
})
