import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { totalsOf } from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { planPayout } from '#domain/payout/Payout.ts'
import { isCalendarDay } from '#domain/shared/calendar.ts'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { anyHostileValue, mutate } from '#tests/support/mutate.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { reminderAt, usdtRow } from '#tests/support/reminderAt.ts'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { isReminderName, keptReminders, remindersOf } from './Reminder.ts'
import { reminderAttention } from './reminderAttention.ts'
import { readReminderDraft, reminderOf, repeatFault } from './reminderDraft.ts'

const { parse, format } = keptReminders.entry
const stored = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('a stored reminder', () => {
  test('behavior: is read back unchanged, in its storage and beside others', () => {
    const { storage } = memoryStorage()
    const one = reminderAt(1, { tag: 'spring', skipped: '2026-02-28', source: 'a-1', isPaused: true })
    keptReminders.keep(storage, [one, reminderAt(2)])
    expect(keptReminders.read(storage)).toEqual({ items: [one, reminderAt(2)], unreadable: 0 })
  })

  test.each([
    ['without rows', { ...reminderAt(1), rows: [] }],
    ['with more rows than a reminder holds', { ...reminderAt(1), rows: Array(1_001).fill(usdtRow(1, 1n)) }],
    ['with a date that does not exist', { ...reminderAt(1), anchor: '2026-02-30' }],
    ['with a tag of another form', { ...reminderAt(1), tag: 'a,b' }],
    ['with a name that hides characters', { ...reminderAt(1), name: 'a\u202eb' }],
  ])('error: %s is not read', (_, reminder) => {
    expect(parse(stored(format(reminder)))).toBe(null)
  })

  test('error: no change makes it crash, or say what a reminder cannot say', () => {
    const seen = { read: 0, refused: 0 }
    const document = stored(format(reminderAt(1, { tag: 'spring', source: 'a-1' })))
    fc.assert(
      fc.property(fc.nat(), anyHostileValue, (seed, value) => {
        const reminder = parse(mutate(document, seed, value))
        seen[reminder ? 'read' : 'refused']++
        if (!reminder) return
        expect(isReminderName(reminder.name) && isCalendarDay(reminder.anchor)).toBe(true)
        expect(reminder.rows.every(({ amount }) => typeof amount.value === 'bigint')).toBe(true)
        expect(parse(stored(format(reminder)))).toEqual(reminder)
      }),
      propertyRuns(1_000),
    )
    expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(10)
  })

  test('behavior: a time of minus zero, which JSON can hold, is zero', () => {
    const document = JSON.stringify(format(reminderAt(1))).replace('"createdAt":5', '"createdAt":-0')
    expect(parse(JSON.parse(document))).toEqual(reminderAt(1, { createdAt: 0 }))
  })

  test('behavior: belongs to its account', () => {
    const other = reminderAt(2, { account: PAYEE })
    expect(remindersOf([reminderAt(1), other], SAFE)).toEqual([reminderAt(1)])
  })
})

describe('a reminder that is due', () => {
  test('behavior: is offered with count, totals and dates, the longest due first, and leads to its list', () => {
    const { storage } = memoryStorage()
    const bnb = { ...usdtRow(3, 1n), amount: { token: Token.BNB, value: 5n * 10n ** 17n } }
    keptReminders.keep(storage, [
      reminderAt(1, { anchor: '2026-03-10' }),
      reminderAt(2, { rows: [usdtRow(1, 100n), bnb] }),
      reminderAt(3, { isPaused: true }),
      reminderAt(4, { account: PAYEE }),
    ])
    const now = new Date(2026, 2, 10, 0, 1).getTime()
    expect(reminderAttention(storage, SAFE, [], now)).toEqual([
      {
        ...{ id: 'reminder:reminder-2:2026-02-28', tone: 'sign', title: 'Retainers 2 is due' },
        text: '2 payments · 100 USDT and 0.50 BNB · Due since 28 Feb 2026 · 1 earlier date not paid',
        ...{ path: '/pay/run/reminder-2', action: 'Open' },
      },
      {
        ...{ id: 'reminder:reminder-1:2026-03-10', tone: 'sign', title: 'Retainers 1 is due' },
        text: '2 payments · 300 USDT · Due today',
        ...{ path: '/pay/run/reminder-1', action: 'Open' },
      },
    ])
    const evening = new Date(2026, 0, 30, 23, 59).getTime()
    expect(reminderAttention(storage, SAFE, [], evening)).toEqual([])
  })
})

describe('making one', () => {
  const draft = { name: ' Retainers ', rhythm: 'month', next: '2026-03-10', campaign: '#Spring' } as const

  test('behavior: takes a name, a rhythm, a date from today on and a campaign', () => {
    expect(readReminderDraft(draft, '2026-03-10', null)).toEqual({
      ok: true,
      fields: { name: 'Retainers', rhythm: 'month', anchor: '2026-03-10', tag: 'Spring' },
    })
  })

  test('error: says what is wrong with each field', () => {
    const wrong = { ...draft, name: ' ', next: '2026-03-09', campaign: 'a, b' }
    expect(readReminderDraft(wrong, '2026-03-10', null)).toEqual({
      ok: false,
      faults: {
        name: 'Enter a name.',
        next: 'Choose today or a later day.',
        campaign: 'One campaign only, without a comma.',
      },
    })
    expect(readReminderDraft(wrong, '2026-03-10', '2026-03-09')).toMatchObject({
      faults: expect.not.objectContaining({ next: expect.anything() }),
    })
    expect(readReminderDraft({ ...draft, next: '10.3.2026' }, '2026-03-10', null)).toMatchObject({
      faults: { next: 'Enter a date, like 2026-12-01.' },
    })
  })

  test('behavior: keeps whom, how much and why, and the name that each address has now', () => {
    const rate = { cents: 1n } as never
    const rows = [
      usdtRow(1, 100n, { note: 'Reel', reference: 'INV-1', line: 7, rate }),
      usdtRow(2, 200n, { name: 'In the list' }),
      usdtRow(3, 300n, { entered: { name: 'cleo.bnb', at: 5 } }),
    ]
    const payout = planPayout({ address: SAFE, kind: 'safe' }, rows, 5, 10)
    const fields = { name: 'Retainers', rhythm: 'month', anchor: '2026-03-10', tag: null } as const
    const made = reminderOf(payout, fields, (payee) => (payee === payeeAt(1) ? 'Ada' : null), 99)
    expect(made.rows).toEqual([
      usdtRow(1, 100n, { note: 'Reel', reference: 'INV-1', name: 'Ada' }),
      usdtRow(2, 200n, { name: 'In the list' }),
      usdtRow(3, 300n, { name: 'cleo.bnb' }),
    ])
    expect(made).toMatchObject({ ...fields, account: SAFE, source: payout.id, createdAt: 99, skipped: null })
    expect(totalsOf(made.rows)).toEqual(totalsOf(rows))
    expect(repeatFault(payout)).toBe(null)
    expect(repeatFault({ rows: Array(1_001).fill(rows[0]) })).toMatch(/^A reminder holds at most 1000/)
  })
})
