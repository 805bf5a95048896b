import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { PortalError } from '#chain/PortalError.ts'
import { cleanLabel } from '#chain/text/label.ts'
import { type Budget, keptBudgets } from '#domain/campaigns/Budget.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import {
  keptPeople,
  LONGEST_HANDLE,
  LONGEST_NAME,
  LONGEST_PERSON_NOTE,
  MOST_TAGS,
  type Person,
} from '#domain/people/Person.ts'
import { planImport } from '#domain/people/peopleFile.ts'
import { codeAnswers, type KeptProof, keptProofs } from '#domain/proof/keptProofs.ts'
import { keptReminders, type Reminder, rhythms, toReminderRow } from '#domain/reminders/Reminder.ts'
import { type KeptRequest, keptRequests } from '#domain/request/keptRequests.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import type { KeptList } from '#domain/shared/keptList.ts'
import { LONGEST_TAG, toTag } from '#domain/shared/tags.ts'
import { anyAddress, anyUint256, anyUnicode } from '#tests/support/arbitraries.ts'
import { anyHash, memoryStorage } from '#tests/support/backupWorld.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { anySignedProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { anySignedRequest } from '#tests/support/requests.ts'
import { formatBackup, type KindName, openBackup } from './backupFile.ts'
import { planRestore, readContents, restore } from './restore.ts'

/** Set `SEED` to repeat a run. */
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31)
console.info(`what is written is read back: seed ${SEED}`)
const runs = (usual: number) => ({ ...propertyRuns(usual), seed: SEED })

/** Mostly clean texts that fit, often of exactly the longest length, and some that are neither. */
function anyText(longest: number): fc.Arbitrary<string> {
  const any = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: longest + 1 }),
    anyUnicode({ maxLength: longest }),
  )
  const one = fc.constantFrom('x', 'é', '漢', '😀', '٣')
  return fc.oneof(
    {
      weight: 10,
      arbitrary: any.map((text) => cleanLabel([...cleanLabel(text)].slice(0, longest).join(''))),
    },
    { weight: 10, arbitrary: one.map((letter) => letter.repeat(longest)) },
    { weight: 1, arbitrary: one.map((letter) => letter.repeat(longest + 1)) },
    { weight: 1, arbitrary: any },
  )
}
/** Usually the first. */
const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: other })
const anyTag = mostly(
  anyText(LONGEST_TAG)
    .map((text) => toTag(text.replaceAll(',', '')))
    .filter((tag) => tag !== ''),
  anyText(LONGEST_TAG),
)
const anyDay = mostly(
  fc.constantFrom('2026-01-31', '2028-02-29', '2199-12-31'),
  fc.constantFrom('2026-02-29', '2026-02-30', '2200-01-01', ''),
)
const anyTime = mostly(fc.nat(), fc.constantFrom(0, 8.64e15, Number.MAX_SAFE_INTEGER))
const anyToken = fc.oneof(
  fc.constantFrom(...Token.pinned),
  fc
    .tuple(anyAddress, fc.integer({ min: 0, max: 255 }))
    .map(([address, decimals]) => unverifiedToken(address, decimals)),
)
const anyAmount = fc.record({ token: anyToken, value: anyUint256 })

const anyPerson: fc.Arbitrary<Person> = fc.record({
  address: fc.nat(40).map(payeeAt),
  name: anyText(LONGEST_NAME),
  note: anyText(LONGEST_PERSON_NOTE),
  handle: anyText(LONGEST_HANDLE),
  proof: fc.string({ unit: fc.constantFrom(...'aZ09~.:_-'), maxLength: 80 }),
  tags: fc.uniqueArray(anyTag, { maxLength: MOST_TAGS + 1 }),
  addedAt: anyTime,
})

const anyRow: fc.Arbitrary<Payment> = fc
  .record({
    payee: anyAddress,
    amount: anyAmount,
    note: fc.option(anyText(1_000)),
    reference: fc.option(anyText(1_000)),
    name: fc.option(anyText(60), { nil: undefined }),
  })
  .map(({ name, ...row }) => toReminderRow({ ...row, ...(name !== undefined && { name }) }))

const anyReminder: fc.Arbitrary<Reminder> = fc.record({
  id: mostly(fc.uuid(), fc.constantFrom('', 'A', 'x'.repeat(64), 'x'.repeat(65))),
  account: anyAddress,
  kind: fc.constantFrom('safe' as const, 'eoa' as const),
  name: anyText(60),
  rows: mostly(fc.array(anyRow, { minLength: 1, maxLength: 4 }), fc.constant<Payment[]>([])),
  rhythm: fc.constantFrom(...rhythms),
  anchor: anyDay,
  tag: fc.option(anyTag),
  isPaused: fc.boolean(),
  skipped: fc.option(anyDay),
  source: fc.option(fc.uuid()),
  isRestored: fc.boolean(),
  createdAt: anyTime,
})

const anyBudget: fc.Arbitrary<Budget> = fc.record({
  account: anyAddress,
  tag: anyTag,
  amount: anyAmount,
  setAt: anyTime,
})

const anyRequest: fc.Arbitrary<KeptRequest> = fc
  .tuple(anySignedRequest, fc.uniqueArray(fc.stringMatching(/^[0-9a-z:.-]{1,121}$/), { maxLength: 21 }))
  .map(([signed, claimed]) => ({ ...signed, claimed }))

const anyProof: fc.Arbitrary<KeptProof> = fc
  .tuple(anySignedProof, fc.option(anyHash))
  .map(([signed, safeTxHash]) => ({ ...signed, safeTxHash: safeTxHash as KeptProof['safeTxHash'] }))

const anyAnswer = fc
  .tuple(anySignedProof, fc.boolean(), fc.integer({ min: 0, max: 4_102_444_801 }))
  .map(([{ proof }, isThere, at]) => ({ proof, isThere, at }))

/** How many of the values were written, so that a property that only refuses fails. */
async function writesAndReads<T>(list: KeptList<T>, kind: KindName, any: fc.Arbitrary<T>): Promise<void> {
  let written = 0
  let tried = 0
  await fc.assert(
    fc.asyncProperty(any, async (item) => {
      const { storage, kept } = memoryStorage()
      tried++
      try {
        list.keep(storage, [item])
      } catch (error) {
        // Refused, and said: then nothing is written.
        expect(error).toBeInstanceOf(PortalError)
        expect(kept.size).toBe(0)
        return
      }
      written++
      expect(list.read(storage)).toEqual({ items: [item], unreadable: 0 })
      expect(list.parse(list.format([item]))).toEqual({ items: [item], unreadable: 0 })
      const opened = openBackup(await formatBackup(readContents(storage).contents, 5, null))
      if (opened.kind !== 'open') throw new Error(opened.kind)
      const other = memoryStorage()
      const plan = await planRestore(other.storage, opened.backup)
      await restore(other.storage, opened.backup, plan)
      expect(plan.kinds.find(({ name }) => name === kind)).toMatchObject({ left: [] })
      expect(list.read(other.storage)).toMatchObject({ items: [{}], unreadable: 0 })
    }),
    runs(75),
  )
  expect(written).toBeGreaterThan(tried / 10)
}

describe('whatever is written is read back, or it is refused and nothing is written', () => {
  test('behavior: people', () => writesAndReads(keptPeople, 'people', anyPerson))
  test('behavior: templates', () => writesAndReads(keptReminders, 'templates', anyReminder))
  test('behavior: campaign budgets', () => writesAndReads(keptBudgets, 'budgets', anyBudget))
  test('behavior: requests', () => writesAndReads(keptRequests, 'requests', anyRequest))
  test('behavior: proofs', () => writesAndReads(keptProofs, 'proofs', anyProof))
  test('behavior: answers about codes', () => writesAndReads(codeAnswers, 'codeAnswers', anyAnswer))
})

test('behavior: a file of people only adds, and everyone can be read afterwards', () => {
  const readable = (people: readonly Person[]) => keptPeople.parse(keptPeople.format(people))?.items ?? []
  fc.assert(
    fc.property(
      fc.array(anyPerson, { maxLength: 6 }),
      fc.array(anyPerson, { maxLength: 6 }),
      (some, others) => {
        const { storage } = memoryStorage()
        const mine = keptPeople.keep(storage, readable(some)).items
        const { added, renamed } = planImport(mine, readable(others), [])
        keptPeople.keep(storage, [...added, ...renamed.map(({ after }) => after)])
        const now = keptPeople.read(storage)
        expect(now.unreadable).toBe(0)
        expect(now.items).toHaveLength(mine.length + added.length)
        for (const before of mine) {
          const after = now.items.find(({ address }) => address === before.address)
          expect(after).toMatchObject({
            name: before.name,
            addedAt: before.addedAt,
            ...(before.note && { note: before.note }),
            ...(before.handle && { handle: before.handle }),
            ...(before.proof && { proof: before.proof }),
          })
          expect(after?.tags).toEqual(expect.arrayContaining([...before.tags]))
        }
      },
    ),
    runs(100),
  )
})
