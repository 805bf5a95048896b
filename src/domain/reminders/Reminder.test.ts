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
import { readReminderDraft, reminderOf, repeatFault } from './reminderSchedule.ts'

const { parse, format } = keptReminders.entry
const stored = (value: unknown) => JSON.parse(JSON.stringify(value))

/** A stored template, by the version that had a page of them. */
const BEFORE =
  '{"kind":"influencer-portal-templates","version":1,"templates":[{"name":"Retainers 1","rhythm":"month","anchor":"2026-01-31","isPaused":false,"skipped":null,"source":null,"isRestored":false,"tag":null,"list":{"version":1,"id":"reminder-1","account":"0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4","kind":"safe","createdAt":5,"skipped":[],"tokens":[{"address":"0x55d398326f99059fF775485246999027B3197955","symbol":"USDT","name":"Tether USD","decimals":18}],"rows":[["0x057bEeBb9bE2Ac30C6410Aa38D4f3FBE41DCFfd2",0,"100000000000000000000",null,null]]}}]}'

describe('a stored reminder', () => {
  test('behavior: is read back unchanged, in its storage and beside others', () => {
    const { storage } = memoryStorage()
    const one = reminderAt(1, { tag: 'spring', skipped: '2026-02-28', source: 'a-1', isPaused: true })
    keptReminders.keep(storage, [one, reminderAt(2)])
    expect(keptReminders.read(storage)).toEqual({ items: [one, reminderAt(2)], unreadable: 0 })
  })

  test('behavior: is stored as the versions before wrote and read it, under their key and with their words', () => {
    const { storage } = memoryStorage()
    keptReminders.keep(storage, [reminderAt(1, { rows: [usdtRow(1, 100n)] })])
    expect(storage.getItem('portal.templates.56')).toBe(BEFORE)
  })

  test('behavior: a thousand rows are read back', () => {
    const { storage } = memoryStorage()
    const rows = Array.from({ length: 1_000 }, (_, index) => usdtRow(index + 1, 5n, { note: 'Reel' }))
    keptReminders.keep(storage, [reminderAt(1, { rows })])
    expect(keptReminders.read(storage)).toEqual({ items: [reminderAt(1, { rows })], unreadable: 0 })
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
        id: 'reminder:reminder-2:2026-02-28',
        tone: 'sign',
        title: 'Retainers 2 is due',
        text: '2 payments · 100 USDT and 0.50 BNB · Due since 28 Feb 2026 · 1 earlier date without a payout here',
        path: '/pay/run/reminder-2',
        action: 'Review',
      },
      {
        id: 'reminder:reminder-1:2026-03-10',
        tone: 'sign',
        title: 'Retainers 1 is due',
        text: '2 payments · 300 USDT · Due today',
        path: '/pay/run/reminder-1',
        action: 'Review',
      },
    ])
    const evening = new Date(2026, 0, 30, 23, 59).getTime()
    expect(reminderAttention(storage, SAFE, [], evening)).toEqual([])
  })
})

describe('making one', () => {
  const draft = { name: ' Retainers ', rhythm: 'month', next: '2026-03-10' } as const

  test('behavior: takes a title, a rhythm and a date from today on', () => {
    expect(readReminderDraft(draft, '2026-03-10', null)).toEqual({
      ok: true,
      fields: { name: 'Retainers', rhythm: 'month', anchor: '2026-03-10' },
    })
  })

  test('error: says what is wrong with each field', () => {
    const wrong = { ...draft, name: ' ', next: '2026-03-09' }
    expect(readReminderDraft(wrong, '2026-03-10', null)).toEqual({
      ok: false,
      faults: {
        name: 'Enter a title.',
        next: 'Choose today or a later day.',
      },
    })
    expect(readReminderDraft(wrong, '2026-03-10', '2026-03-09')).toMatchObject({
      faults: expect.not.objectContaining({ next: expect.anything() }),
    })
    expect(readReminderDraft({ ...draft, next: '10.3.2026' }, '2026-03-10', null)).toMatchObject({
      faults: { next: 'Enter a date, like 2026-12-01.' },
    })
  })

  test('behavior: keeps whom, how much and why, its campaign, and the name that each address has now', () => {
    const rate = { cents: 1n } as never
    const rows = [
      usdtRow(1, 100n, { note: 'Reel', reference: 'INV-1', line: 7, rate }),
      usdtRow(2, 200n, { name: 'In the list' }),
      usdtRow(3, 300n, { entered: { name: 'cleo.bnb', at: 5 } }),
    ]
    const payout = { ...planPayout({ address: SAFE, kind: 'safe' }, rows, 5, 10), tag: 'Spring' }
    const fields = { name: 'Retainers', rhythm: 'month', anchor: '2026-03-10' } as const
    const made = reminderOf(payout, fields, (payee) => (payee === payeeAt(1) ? 'Ada' : null), 99)
    expect(made.rows).toEqual([
      usdtRow(1, 100n, { note: 'Reel', reference: 'INV-1', name: 'Ada' }),
      usdtRow(2, 200n, { name: 'In the list' }),
      usdtRow(3, 300n, { name: 'cleo.bnb' }),
    ])
    expect(made).toMatchObject({
      ...fields,
      tag: 'Spring',
      account: SAFE,
      source: payout.id,
      createdAt: 99,
      skipped: null,
    })
    expect(totalsOf(made.rows)).toEqual(totalsOf(rows))
    expect(repeatFault(payout, Array(49))).toBe(null)
    expect(repeatFault(payout, Array(50))).toMatch(/^This browser keeps at most 50 reminders/)
    expect(repeatFault({ rows: Array(1_001).fill(rows[0]) }, [])).toMatch(/^A reminder holds at most 1000/)
  })
})
