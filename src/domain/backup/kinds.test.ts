import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { watch } from '#domain/activity/watchedSafes.ts'
import { type Budget, keptBudgets } from '#domain/campaigns/Budget.ts'
import { keepDraft, readDraft } from '#domain/draft/keptDraft.ts'
import { newDraft } from '#domain/draft/payoutDraft.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { keptPeople } from '#domain/people/Person.ts'
import { codeAnswers, keptProofs } from '#domain/proof/keptProofs.ts'
import { keptReminders } from '#domain/reminders/Reminder.ts'
import { scheduleOf } from '#domain/reminders/reminderSchedule.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import type { BrowserStorage } from '#storage/KeyValueStore.ts'
import { hashOf, memoryStorage, requested, threeRows } from '#tests/support/backupWorld.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { personAt } from '#tests/support/personAt.ts'
import { usualProof } from '#tests/support/proofs.ts'
import { reminderAt } from '#tests/support/reminderAt.ts'
import { usualRequest } from '#tests/support/requests.ts'
import { backupOf, counts, restored } from '#tests/support/restoring.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { openList } from './backupFile.ts'

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
      added: 1,
      changed: 1,
      same: 1,
      kept: 0,
      left: 1,
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

  test('error: a planned payee makes nobody known, one who is proven paid does, and payees of a restored payout are not compared', async () => {
    const { getAddress } = await import('viem')
    const known = payeeAt(5)
    const alike = getAddress(`${known.slice(0, 8)}${payeeAt(6).slice(8, 36)}${known.slice(36)}`.toLowerCase())
    const rowsTo = (payee: typeof known) => threeRows('p-1').rows.map((row) => ({ ...row, payee }))
    const both = (other: BrowserStorage) =>
      void keptPeople.keep(other, [personAt(5), personAt(6, { address: alike })])
    const added = async (payout: Payout) => {
      const { storage } = memoryStorage()
      const store = payoutStore(storage, SAFE)
      for (const { id } of store.write(payout).attempts)
        store.ledger.add(id, { kind: 'paid', at: 1, calls: [0] })
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

  test('behavior: the preview of a request has its name and handle, too', async () => {
    const request = { ...usualRequest, name: 'Ada', handle: { platform: 'x', name: 'ada' } } as const
    const backup = await backupOf((other) =>
      keptRequests.keep(other, [{ request, signature: null, proof: null, claimed: [] }]),
    )
    const { added } = await restored(memoryStorage().storage, backup, 'requests')
    expect(added[0]).toContain(
      'message: Story and reel, November · reference: INV-2026-0117 · due: 2026-12-15 · name: Ada · handle: @ada on X (https://x.com/ada)',
    )
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
      request: { ...usualRequest, madeAt: usualRequest.madeAt + index },
      signature: null,
      proof: null,
      claimed: [],
    })
    const { storage } = memoryStorage()
    keptRequests.keep(
      storage,
      Array.from({ length: 199 }, (_, index) => at(index)),
    )
    const backup = await backupOf((other) => keptRequests.keep(other, [at(1_000), at(1_001), at(5)]))
    expect(counts(await restored(storage, backup, 'requests'))).toEqual({
      added: 1,
      changed: 0,
      same: 1,
      kept: 0,
      left: 1,
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

  test('error: a list that is being edited comes without consents to pay its rows and without decimals of tokens', async () => {
    const { storage } = memoryStorage()
    const draft = {
      ...newDraft('a,1'),
      answers: { 'column/paid': 'nothing', 'mark/': { '#': 'pay' } } as const,
      tokens: [unverifiedToken(payeeAt(9), 0)],
    }
    const backup = await backupOf((other) => void keepDraft(other, SAFE, draft, 7))
    await restored(storage, backup, 'drafts')
    expect(readDraft(storage, SAFE)).toEqual({ draft: { ...draft, answers: {}, tokens: [] }, at: 7 })
  })

  test('behavior: a reminder comes marked as not looked at here, and never changes one that differs', async () => {
    const { storage } = memoryStorage()
    const backup = await backupOf((other) => void keptReminders.keep(other, [reminderAt(1)]))
    expect(counts(await restored(storage, backup, 'templates')).added).toBe(1)
    expect(keptReminders.read(storage).items).toEqual([{ ...reminderAt(1), isRestored: true }])
    expect(counts(await restored(storage, backup, 'templates')).same).toBe(1)
    const own = { ...reminderAt(1), skipped: '2026-12-01' }
    keptReminders.keep(storage, [own])
    expect(counts(await restored(storage, backup, 'templates')).kept).toBe(1)
    expect(keptReminders.read(storage).items).toEqual([own])
  })

  test('error: a backup cannot say that a reminder was paid until 2199', async () => {
    const { storage } = memoryStorage()
    const reminder = reminderAt(1)
    keptReminders.keep(storage, [reminder])
    const backup = await backupOf((other) => {
      const run = { template: reminder.id, due: '2199-12-31' }
      payoutStore(other, SAFE).write(requested(threeRows('p-9', { run }), 0, { at: 5, hash: null }))
    })
    await restored(storage, backup, 'payouts')
    const [mine] = keptReminders.read(storage).items
    const { payouts } = payoutStore(storage, SAFE).list()
    expect(payouts).toHaveLength(1)
    expect(mine && scheduleOf(mine, payouts, '2026-03-15').due).toBe('2026-02-28')
  })

  test('error: a list’s own file pushes nothing out and goes through the same plan', async () => {
    const { storage } = memoryStorage()
    const requestOf = (memo: string, madeAt: number) => ({
      signature: null,
      proof: null,
      claimed: [],
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
      signature: null,
      proof: null,
      claimed: ['a'],
      ...some,
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
      account: SAFE,
      tag,
      setAt: 5,
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
