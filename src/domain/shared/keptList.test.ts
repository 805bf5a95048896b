import { describe, expect, test } from 'vitest'
import { keptPeople } from '#domain/people/Person.ts'
import { keptReminders } from '#domain/reminders/Reminder.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { personAt } from '#tests/support/personAt.ts'
import { reminderAt, usdtRow } from '#tests/support/reminderAt.ts'
import { usualRequest } from '#tests/support/requests.ts'

const requestAt = (madeAt: number) => ({
  signature: null,
  proof: null,
  claimed: [],
  request: { ...usualRequest, madeAt },
})

describe('a list of this browser', () => {
  test('error: new entries never push out what is here, however new they claim to be', () => {
    const { storage } = memoryStorage()
    const mine = requestAt(1_600_000_000)
    keptRequests.keep(storage, [mine])
    const many = Array.from({ length: 200 }, (_, index) => requestAt(4_000_000_000 + index))
    const kept = keptRequests.keep(storage, many)
    expect(kept.items).toHaveLength(200)
    expect(kept.items).toContainEqual(mine)
    expect(kept.left).toEqual([requestAt(4_000_000_000)])
    expect(keptRequests.read(storage).items).toContainEqual(mine)
    // Existing entries can still be written when the list is full.
    expect(keptRequests.keep(storage, [{ ...mine, claimed: ['a'] }]).items).toContainEqual({
      ...mine,
      claimed: ['a'],
    })
  })

  test('error: a file with more entries than fit is read in full, so that the rest can be named', () => {
    const many = Array.from({ length: 205 }, (_, index) => requestAt(1_700_000_000 + index))
    expect(keptRequests.parse(keptRequests.format(many))?.items).toHaveLength(205)
  })

  test('error: an entry that could not be read back is refused, and nothing is written', () => {
    const { storage, kept } = memoryStorage()
    const tags = Array.from({ length: 11 }, (_, index) => `tag ${index}`)
    for (const bad of [
      personAt(1, { tags }),
      personAt(1, { name: 'x'.repeat(61) }),
      personAt(1, { tags: ['A'] }),
    ])
      expect(() => keptPeople.keep(storage, [personAt(2), bad])).toThrow(/Nothing was saved\.$/)
    const rows = Array.from({ length: 1_001 }, () => usdtRow(1, 1n))
    expect(() => keptReminders.keep(storage, [reminderAt(1, { rows })])).toThrow(/Nothing was saved\.$/)
    expect(kept.size).toBe(0)
  })

  test('error: a tab with an old copy writes no old rows back', () => {
    const { storage } = memoryStorage()
    const old = reminderAt(1)
    keptReminders.keep(storage, [old])
    const newer = keptReminders.replace(storage, old, { ...old, rows: [usdtRow(3, 300n)] })
    expect(() => keptReminders.replace(storage, old, { ...old, isPaused: true })).toThrow(/in another tab/)
    expect(keptReminders.read(storage)).toEqual(newer)
    const [current] = newer.items
    if (!current) throw new Error('gone')
    keptReminders.replace(storage, current, { ...current, isPaused: true })
    expect(keptReminders.read(storage).items).toEqual([{ ...current, isPaused: true }])
  })

  test('error: a tab with an old copy brings nothing back that was removed', () => {
    const { storage } = memoryStorage()
    keptReminders.keep(storage, [reminderAt(1), reminderAt(2)])
    keptReminders.forget(storage, reminderAt(1))
    expect(() => keptReminders.replace(storage, reminderAt(1), reminderAt(1, { name: 'Other' }))).toThrow()
    expect(keptReminders.read(storage).items).toEqual([reminderAt(2)])
  })
})
