import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateAt, placeUntil, type Rhythm, rhythms, type Schedule } from '#domain/reminders/Reminder.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { addDays, addMonths, daysBetween, isCalendarDay, monthsBetween, toCalendarDay } from './calendar.ts'

/** The date of UTC's own calendar: JavaScript's `Date`, which the code under test never asks. */
const ofDate = (date: Date) => date.toISOString().slice(0, 10)
const anyDate = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2190-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const anyDay = anyDate.map(ofDate)
const anySchedule = fc.record({ rhythm: fc.constantFrom(...rhythms), anchor: anyDay })

/** The n-th date, as `Date` computes it. */
function oracle({ rhythm, anchor }: Schedule, place: number): string {
  const [year = 0, month = 0, day = 0] = anchor.split('-').map(Number)
  const weeks: Partial<Record<Rhythm, number>> = { week: 7, 'two-weeks': 14 }
  const days = weeks[rhythm]
  if (days) return ofDate(new Date(Date.UTC(year, month - 1, day + days * place)))
  const months = (rhythm === 'quarter' ? 3 : 1) * place
  // Day 0 of the month after is the last day of the month.
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return ofDate(new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))))
}

describe('dates', () => {
  test.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2028-02-29', true],
    ['2100-02-29', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-04-31', false],
    ['2026-4-1', false],
    ['26-04-01', false],
    ['2026-04-01T00:00', false],
    ['9999-01-01', false],
    ['', false],
  ])('behavior: %s exists: %s', (text, is) => {
    expect(isCalendarDay(text)).toBe(is)
  })

  test('behavior: days and months are added as the calendar of JavaScript adds them', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -3_000, max: 3_000 }), (date, days) => {
        const from = ofDate(date)
        const later = new Date(date)
        later.setUTCDate(later.getUTCDate() + days)
        if (later.getUTCFullYear() < 2000 || later.getUTCFullYear() > 2199) return
        expect(addDays(from, days)).toBe(ofDate(later))
        expect(daysBetween(from, ofDate(later))).toBe(days)
        expect(isCalendarDay(from)).toBe(true)
      }),
      propertyRuns(500),
    )
  })

  test('behavior: the date of a time is that of the wall clock, on every day of clock changes', () => {
    fc.assert(
      fc.property(anyDate, fc.nat(23), fc.nat(59), (date, hour, minute) => {
        const local = new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), hour, minute)
        const [year, month, day] = [local.getFullYear(), local.getMonth() + 1, local.getDate()]
        expect(toCalendarDay(local.getTime()).split('-').map(Number)).toEqual([year, month, day])
      }),
      propertyRuns(250),
    )
  })

  test('behavior: the 31st becomes the last day of a shorter month, and is the 31st again after it', () => {
    const dates = [0, 1, 2, 3].map((place) => dateAt({ rhythm: 'month', anchor: '2027-01-31' }, place))
    expect(dates).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
    expect(addMonths('2027-11-30', 3)).toBe('2028-02-29')
    expect(monthsBetween('2026-12-31', '2027-01-01')).toBe(1)
  })
})

describe('a schedule', () => {
  test('behavior: has the dates that JavaScript’s own calendar has', () => {
    fc.assert(
      fc.property(anySchedule, fc.nat(60), (schedule, place) => {
        const expected = oracle(schedule, place)
        if (expected.startsWith('2')) expect(dateAt(schedule, place)).toBe(expected)
      }),
      propertyRuns(500),
    )
  })

  test('behavior: the last date until a day is the one that counting through all of them finds', () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: -400, max: 900 }), (schedule, days) => {
        const day = addDays(schedule.anchor, days)
        let found = -1
        while (oracle(schedule, found + 1) <= day) found++
        expect(placeUntil(schedule, day)).toBe(found)
      }),
      propertyRuns(500),
    )
  })
})
