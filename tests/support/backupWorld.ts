import fc from 'fast-check'
import type { Submission } from '#account/Submission.ts'
import { guardStorage } from '#boot/storage.ts'
import * as Token from '#chain/money/Token.ts'
import { cleanLabel } from '#chain/text/label.ts'
import { watch } from '#domain/activity/watchedSafes.ts'
import { keptBudgets } from '#domain/campaigns/Budget.ts'
import { keepDraft } from '#domain/draft/keptDraft.ts'
import { newDraft } from '#domain/draft/payoutDraft.ts'
import { type Attempt, type Fact, submissionOf } from '#domain/ledger/Attempt.ts'
import { batchCalls, type Payout, planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { keptPeople } from '#domain/people/Person.ts'
import { codeAnswers, keptProofs } from '#domain/proof/keptProofs.ts'
import { cleanLines, keepOwnDetails } from '#domain/receipt/ownDetails.ts'
import { keptReminders, type Reminder, rhythms } from '#domain/reminders/Reminder.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import type { BrowserStorage } from '#storage/KeyValueStore.ts'
import { anyAddress, anyCall, anyUnicode } from './arbitraries.ts'
import { withBatch } from './attempts.ts'
import { payeeAt } from './payeeAt.ts'
import { personAt } from './personAt.ts'
import { anySignedProof } from './proofs.ts'
import { anySignedRequest } from './requests.ts'
import { PAYEE, SAFE } from './safeExamples.ts'

/** Storage of a browser in memory, and every text in it by its key. */
export function memoryStorage(): { readonly storage: BrowserStorage; readonly kept: Map<string, string> } {
  const kept = new Map<string, string>()
  const storage = guardStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }))
  return { storage: { ...storage, keys: () => [...kept.keys()] }, kept }
}

const usdt = Token.pinned.find(({ symbol }) => symbol === 'USDT') ?? Token.BNB

/** A payout of three rows of a Safe or a wallet, one batch each. */
export function threeRows(id: string, some: Partial<Payout> = {}, kind: 'safe' | 'eoa' = 'safe'): Payout {
  const rows = [1n, 2n, 3n].map((value) => ({
    payee: payeeAt(Number(value)),
    amount: { token: usdt, value },
    note: null,
    reference: null,
  }))
  const planned = planPayout({ address: kind === 'safe' ? SAFE : PAYEE, kind }, rows, 1, 1_795_165_200_000)
  return { ...planned, id, ...some }
}

/** The payout with one batch requested, and answered if there is a hash. */
export function requested(
  payout: Payout,
  index: number,
  how: { readonly at: number; readonly hash: `0x${string}` | null },
): Payout {
  const batch = payout.batches[index]
  if (!batch) throw new Error(`There is no batch ${index}`)
  const calls = batchCalls(payout, batch)
  const submission: Submission | null =
    how.hash === null
      ? null
      : payout.kind === 'safe'
        ? {
            kind: 'proposed',
            safe: payout.account,
            calls,
            inLargerBatch: false,
            safeTxHash: how.hash as Extract<Submission, { kind: 'proposed' }>['safeTxHash'],
          }
        : { kind: 'sent', from: payout.account, calls, hash: how.hash, nonce: 7n, since: 9n }
  const attempt = { at: how.at, position: { block: 9n, nonce: 1n }, known: [], submission }
  return withBatch(payout, index, { attempt })
}

/** A hash of one digit. */
export const hashOf = (digit: string) => `0x${digit.repeat(64)}` as const

export const anyHash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)

const anyBlock = fc.bigInt({ min: 0n, max: 10n ** 18n })

/** An attempt of a wallet without a payout, as an older release left it, or after its payout was deleted. */
export const anyAttempt: fc.Arbitrary<Attempt> = fc
  .record({
    id: fc.uuid(),
    calls: fc.array(anyCall, { minLength: 1, maxLength: 3 }),
    at: fc.nat(),
    time: fc.option(fc.nat()),
    position: fc.option(fc.record({ block: anyBlock, nonce: anyBlock })),
    known: fc.array(fc.uuid(), { maxLength: 2 }),
    facts: fc.array(
      fc.record({
        kind: fc.constantFrom('rejected', 'sent', 'batched', 'found', 'mined', 'paid'),
        at: fc.nat(),
        hash: anyHash,
        id: fc.string({ minLength: 1, maxLength: 20 }),
        nonce: fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
        since: fc.option(anyBlock),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ facts, ...attempt }): Attempt => {
    const { calls } = attempt
    const toFact = ({ kind, at, hash, id, nonce, since }: (typeof facts)[number]): Fact => {
      const sent: Submission = { kind: 'sent', from: PAYEE, calls, hash, nonce, since }
      if (kind === 'rejected') return { kind, at }
      if (kind === 'mined') return { kind, at, hashes: [hash] }
      if (kind === 'paid') return { kind, at, calls: [0] }
      if (kind === 'found') return { kind, at, submission: sent, by: 'content' }
      const batch: Submission = { kind: 'batched', from: PAYEE, calls, id, hashes: [hash], since }
      return { kind: 'answered', at, submission: kind === 'sent' ? sent : batch }
    }
    const own = { account: PAYEE, kind: 'eoa', payout: null, batch: 0, rows: [], restored: false } as const
    return { ...attempt, ...own, facts: facts.map(toFact) }
  })

/** A date that exists. */
const anyDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2190-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const anyTag = fc.constantFrom('spring', 'herbst 2026', 'reels & stories', 'löwe')

const anyPayout = fc
  .record({
    kind: fc.constantFrom('safe' as const, 'eoa' as const),
    requests: fc.array(
      fc.record({
        index: fc.nat(2),
        at: fc.integer({ min: 1_795_165_200_001, max: 1_795_265_200_000 }),
        hash: fc.option(anyHash),
      }),
      { maxLength: 3 },
    ),
    closed: fc.boolean(),
    again: fc.array(fc.constantFrom('a-1', 'b-2')),
    id: fc.uuid(),
    run: fc.option(fc.record({ template: fc.uuid(), due: anyDay }), { nil: undefined }),
    tag: fc.option(anyTag, { nil: undefined }),
  })
  .map(({ kind, requests, closed, again, id, run, tag }) => {
    const belongs = { ...(run && { run }), ...(tag !== undefined && { tag }) }
    const open = withBatch(threeRows(id, { ...belongs, ...(closed && { closed }) }, kind), 2, { again })
    return requests.reduce((payout, { index, ...how }) => requested(payout, index, how), open)
  })

const anyReminder = fc
  .record({
    id: fc.uuid(),
    name: fc.constantFrom('Retainers', 'Herbst · Kampagne', '„Löhne“'),
    rhythm: fc.constantFrom(...rhythms),
    anchor: anyDay,
    tag: fc.option(anyTag),
    isPaused: fc.boolean(),
    skipped: fc.option(anyDay),
    source: fc.option(fc.uuid()),
    createdAt: fc.nat(),
    kind: fc.constantFrom('safe' as const, 'eoa' as const),
  })
  .map(({ kind, ...some }): Reminder => {
    const { rows, account } = threeRows(some.id, {}, kind)
    return { ...some, kind, rows, account, isRestored: false }
  })

const anyBudget = fc.record({
  account: fc.constantFrom(SAFE, PAYEE),
  tag: anyTag,
  amount: fc.record({
    token: fc.constantFrom(...Token.pinned),
    value: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
  }),
  setAt: fc.nat(),
})

const anyOwnDetails = fc.record({
  name: anyUnicode({ minLength: 1, maxLength: 40 }).map(cleanLabel),
  text: fc
    .array(anyUnicode({ maxLength: 40 }), { maxLength: 4 })
    .map((lines) => cleanLines(lines.join('\n'))),
})

/** The data that a person may have kept in a browser. */
export const anyThings = fc.record({
  people: fc.uniqueArray(fc.nat(300), { maxLength: 5 }).map((all) => all.map((index) => personAt(index))),
  requests: fc.array(anySignedRequest, { maxLength: 3 }),
  proofs: fc.array(anySignedProof, { maxLength: 3 }),
  answers: fc.array(fc.tuple(anySignedProof, fc.boolean()), { maxLength: 3 }),
  safes: fc.uniqueArray(anyAddress, { maxLength: 4 }),
  payouts: fc.array(anyPayout, { maxLength: 3 }),
  attempts: fc.uniqueArray(anyAttempt, { maxLength: 3, selector: ({ id }) => id }),
  draft: fc.option(anyUnicode({ maxLength: 40 })),
  templates: fc.uniqueArray(anyReminder, { maxLength: 3, selector: ({ id }) => id }),
  budgets: fc.array(anyBudget, { maxLength: 3 }),
  details: fc.option(anyOwnDetails),
})
export type Things = typeof anyThings extends fc.Arbitrary<infer T> ? T : never

/** Keeps things as the pages do. */
export function keepThings(storage: BrowserStorage, things: Things): void {
  keptPeople.keep(storage, things.people)
  keptRequests.keep(
    storage,
    things.requests.map((signed) => ({ ...signed, claimed: ['0xabc:log-1'] })),
  )
  keptProofs.keep(
    storage,
    things.proofs.map((signed) => ({ ...signed, safeTxHash: null })),
  )
  codeAnswers.keep(
    storage,
    things.answers.map(([{ proof }, isThere]) => ({ proof, isThere, at: 1_795_165_200 })),
  )
  for (const safe of things.safes) watch(storage, safe)
  for (const payout of things.payouts) payoutStore(storage, payout.account).write(payout)
  payoutStore(storage, PAYEE).ledger.append(things.attempts)
  keptReminders.keep(storage, things.templates)
  keptBudgets.keep(storage, things.budgets)
  if (things.details !== null) keepOwnDetails(storage, things.details)
  if (things.draft !== null) keepDraft(storage, SAFE, newDraft(things.draft), 7)
}

/** The facts that nothing may take back: every attempt with its facts and its request. */
export function factsOf(storage: BrowserStorage): readonly string[] {
  return ([SAFE, PAYEE] as const).flatMap((account) =>
    payoutStore(storage, account)
      .ledger.list()
      .attempts.flatMap((attempt) => [
        `${attempt.id} asked`,
        ...attempt.facts.map((fact) => `${attempt.id} ${JSON.stringify(fact, text)}`),
        `${attempt.id} ${JSON.stringify(submissionOf(attempt), text)}`,
      ]),
  )
}
const text = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
