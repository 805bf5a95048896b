import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { listText, payoutStore } from '#domain/payout/payoutStore.ts'
import { keptPeople } from '#domain/people/Person.ts'
import { accountKey } from '#storage/keys.ts'
import { anAttempt } from '#tests/support/attempts.ts'
import { anyThings, factsOf, keepThings, memoryStorage, threeRows } from '#tests/support/backupWorld.ts'
import { personAt } from '#tests/support/personAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { backupOf, counts, restored } from '#tests/support/restoring.ts'
import { PAYEE, payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { type KindName, openBackup } from './backupFile.ts'
import { changesAnything, planRestore, readContents, restore } from './restore.ts'

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
      propertyRuns(15, 1_200),
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
      propertyRuns(30, 3_000),
    )
  })

  test('error: a backup has the attempts of an account whose first one was removed by hand', () => {
    const { storage, kept } = memoryStorage()
    const one = (id: string) => anAttempt({ id, account: SAFE, kind: 'safe', calls: [payoutCall] })
    payoutStore(storage, SAFE).ledger.append([one('a'), one('b')])
    kept.delete(`${accountKey('ledger', SAFE)}.0`)
    const { contents, unreadable } = readContents(storage)
    expect([contents.attempts.length, unreadable]).toEqual([1, 1])
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
    kept.set(`${accountKey('ledger', PAYEE)}.0`, '{"version":1,"entries":[{"id":"damaged"}]}')
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
      kind: 'restored',
      failed: 0,
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

describe('a file from before the ledger', () => {
  const head = { kind: 'influencer-portal-backup', version: 1, savedAt: 5, chainId: 56 }

  test('error: names its journal as unknown, and brings nothing of it', () => {
    const opened = openBackup(JSON.stringify({ ...head, contents: { journal: [{ account: PAYEE }] } }))
    expect(opened).toMatchObject({ backup: { contents: { attempts: [] }, unknown: ['journal'] } })
  })

  test('error: a payout that holds its requests itself is left out whole', async () => {
    const { storage } = memoryStorage()
    const ask = { at: 10, position: null, known: [], submission: null }
    const batches = { version: 1, parts: [{ rows: [0], ask, refused: null, again: [] }] }
    const opened = openBackup(
      JSON.stringify({
        ...head,
        contents: { payouts: [{ list: JSON.parse(listText(threeRows('p-1'))), batches }] },
      }),
    )
    if (opened.kind !== 'open') throw new Error(opened.kind)
    const plan = await restored(storage, opened.backup, 'payouts')
    expect(counts(plan)).toMatchObject({ added: 0, left: 1 })
    expect(payoutStore(storage, SAFE).list()).toEqual({ payouts: [], unreadable: 0 })
  })
})
