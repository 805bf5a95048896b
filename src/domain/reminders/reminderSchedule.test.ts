import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Payout, planPayout } from '#domain/payout/Payout.ts'
import { addDays, type CalendarDay } from '#domain/shared/calendar.ts'
import { hashOf, requested } from '#tests/support/backupWorld.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { reminderAt } from '#tests/support/reminderAt.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { dateAt, rhythms } from './Reminder.ts'
import { scheduleOf, withFields, withSkippedDate } from './reminderSchedule.ts'

const reminder = reminderAt(1)
const safe = { address: SAFE, kind: 'safe' } as const

/** A payout from the reminder that nobody has requested yet. */
function planned(due: CalendarDay, createdAt = 10): Payout {
  const belongs = { run: { template: reminder.id, due }, tag: null }
  return planPayout(safe, reminder.rows, 5, createdAt, [], belongs)
}
const asked = (due: CalendarDay, createdAt = 10) =>
  requested(planned(due, createdAt), 0, { at: 20, hash: hashOf('1') })
const unanswered = (due: CalendarDay) => requested(planned(due), 0, { at: 20, hash: null })
const onDay = (today: CalendarDay, payouts: readonly Payout[] = [], of = reminder) =>
  scheduleOf(of, payouts, today)

describe('a reminder', () => {
  test('behavior: is not due before its first date, and due from then on', () => {
    expect(onDay('2026-01-30')).toMatchObject({ due: null, next: '2026-01-31' })
    expect(onDay('2026-01-31')).toMatchObject({ due: '2026-01-31', missed: 0 })
    expect(onDay('2026-02-27')).toMatchObject({ due: '2026-01-31', missed: 0 })
    expect(onDay('2026-02-28')).toMatchObject({ due: '2026-02-28', missed: 1 })
  })

  test('error: a payout of a file settles no date, and is the last one only where none was made here', () => {
    const restored = { ...asked('2199-12-31', 90), restored: true }
    expect(onDay('2026-03-15', [restored])).toMatchObject({ due: '2026-02-28', missed: 1, last: restored })
    const own = asked('2026-01-31', 10)
    expect(onDay('2026-03-15', [restored, own])).toMatchObject({ due: '2026-02-28', missed: 0, last: own })
  })

  test.each([
    ['requested', asked('2026-01-31')],
    ['requested without an answer', unanswered('2026-01-31')],
    ['waiting to be continued', planned('2026-01-31')],
    ['paid early, for a later date', asked('2026-02-28')],
  ])('behavior: is not due while a payout for its date is %s', (_, payout) => {
    expect(onDay('2026-02-05', [payout]).due).toBe(null)
  })

  test.each([
    ['left unpaid without a request', { ...planned('2026-02-28'), closed: true }],
    ['of an earlier date', asked('2026-01-31')],
    ['of another reminder', { ...asked('2026-02-28'), run: { template: 'other', due: '2026-02-28' } }],
  ])('behavior: stays due if a payout is only %s', (_, payout) => {
    expect(onDay('2026-03-01', [payout]).due).toBe('2026-02-28')
  })

  test('behavior: that was paid early is due again on the date after', () => {
    const early = [asked('2026-02-28')]
    expect(onDay('2026-02-10', early)).toMatchObject({ due: null, next: '2026-03-31' })
    expect(onDay('2026-03-31', early)).toMatchObject({ due: '2026-03-31', missed: 0 })
  })

  test('behavior: skips a date, and a pause, without paying for them later', () => {
    const skipped = withSkippedDate(reminder, '2026-01-31')
    expect(onDay('2026-02-01', [], skipped)).toMatchObject({ due: null, next: '2026-02-28' })
    const paused = { ...reminder, isPaused: true }
    const { due, next } = onDay('2026-06-02', [], paused)
    expect([due, next]).toEqual([null, '2026-06-30'])
    const { name, rhythm } = reminder
    const resumed = withFields(paused, { name, rhythm, anchor: next }, next)
    expect(onDay('2026-06-02', [], resumed)).toMatchObject({ due: null, next: '2026-06-30' })
    expect(onDay('2026-07-30', [], resumed)).toMatchObject({ due: '2026-06-30', missed: 0 })
    expect(onDay('2026-07-31', [], resumed)).toMatchObject({ due: '2026-07-31', missed: 1 })
    const sooner = withFields(paused, { name, rhythm, anchor: '2026-06-10' }, next)
    expect(onDay('2026-06-10', [], sooner)).toMatchObject({ due: '2026-06-10', missed: 0 })
  })

  test('behavior: knows the last time: the newest payout that was requested, or the one it was made from', () => {
    const source = { ...planned('2026-01-31'), id: 'source', run: { template: 'x', due: '2026-01-31' } }
    const of = { ...reminder, source: 'source' }
    expect(onDay('2026-02-01', [source], of).last?.id).toBe('source')
    const runs = [asked('2026-01-31', 30), asked('2026-02-28', 40), planned('2026-03-31', 50)]
    expect(onDay('2026-04-01', [source, ...runs], of).last?.id).toBe(runs[1]?.id)
    expect(onDay('2026-04-01').last).toBe(null)
  })

  test('error: a date that does not exist, in a stored payout, does no harm', () => {
    expect(onDay('2026-02-05', [asked('2199-02-31')]).due).toBe(null)
  })

  test('behavior: whatever is paid and skipped, each date is offered at most once and none before its day', () => {
    const anyStep = fc.record({ days: fc.nat(40), act: fc.constantFrom('pay', 'skip', 'wait', 'early') })
    fc.assert(
      fc.property(fc.constantFrom(...rhythms), fc.array(anyStep, { maxLength: 30 }), (rhythm, steps) => {
        let today: CalendarDay = '2026-01-01'
        let own = { ...reminder, rhythm, anchor: '2026-01-31' }
        const payouts: Payout[] = []
        const settled = new Set<CalendarDay>()
        for (const { days, act } of steps) {
          today = addDays(today, days)
          const { due, next, missed } = scheduleOf(own, payouts, today)
          // By counting: the last date until today, unless it or a later one was settled.
          const dates = Array.from({ length: 200 }, (_, place) => dateAt(own, place))
          const reached = dates.filter((date) => date <= today)
          const last = [...settled].sort().at(-1) ?? ''
          const open = reached.filter((date) => date > last)
          expect(due).toBe(open.at(-1) ?? null)
          expect(missed).toBe(Math.max(0, open.length - 1))
          expect(next).toBe(due ?? dates.find((date) => date > today && date > last))
          expect(settled.has(next)).toBe(false)
          if (act === 'wait' || (act === 'pay' && due === null)) continue
          if (act === 'skip') own = withSkippedDate(own, next)
          else payouts.push(asked(next))
          settled.add(next)
        }
      }),
      propertyRuns(150),
    )
  })
})
