// Dates without a time of day, computed with whole numbers alone: a day that begins or ends with summer time is as long
// as any other.

/** A date as `YYYY-MM-DD`, from the year 2000 to 2199. Texts of two dates compare as the dates do. */
export type CalendarDay = string

type Parts = { readonly year: number; readonly month: number; readonly day: number }

/** Payments proven longer ago than this belong to another month. They are mentioned, but need no consent. */
export const LOOK_BACK_DAYS = 7
/** The same in ms. */
export const LOOK_BACK = LOOK_BACK_DAYS * 86_400_000

/** True for a date that exists. */
export function isCalendarDay(text: string): boolean {
  if (!/^2[01]\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const { year, month, day } = partsOf(text)
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** The date of a time (ms since the epoch) in the person's time zone. */
export function toCalendarDay(ms: number): CalendarDay {
  const at = new Date(ms)
  return textOf({ year: at.getFullYear(), month: at.getMonth() + 1, day: at.getDate() })
}

/** The date this many days later. */
export function addDays(from: CalendarDay, days: number): CalendarDay {
  return textOf(fromDayNumber(dayNumber(from) + days))
}

/** The date this many months later; the 31st becomes the last day of a shorter month. */
export function addMonths(from: CalendarDay, months: number): CalendarDay {
  const { year, month, day } = partsOf(from)
  const total = year * 12 + month - 1 + months
  const at = { year: Math.floor(total / 12), month: (total % 12) + 1 }
  return textOf({ ...at, day: Math.min(day, daysIn(at.year, at.month)) })
}

/** Days from one date to another; negative if the other is earlier. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return dayNumber(to) - dayNumber(from)
}

/** Months from one date to another by their names alone: one from 31 January to 1 February. */
export function monthsBetween(from: CalendarDay, to: CalendarDay): number {
  const [a, b] = [partsOf(from), partsOf(to)]
  return (b.year - a.year) * 12 + b.month - a.month
}

function partsOf(text: CalendarDay): Parts {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return { year, month, day }
}

function textOf({ year, month, day }: Parts): CalendarDay {
  const padded = (number: number, length: number) => `${number}`.padStart(length, '0')
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Leap years before the 1st of January of a year. */
function leapsBefore(year: number): number {
  const last = year - 1
  return Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400)
}

/** Days since the 1st of January of the year 1. */
function dayNumber(text: CalendarDay): number {
  const { year, month, day } = partsOf(text)
  let days = (year - 1) * 365 + leapsBefore(year) + day - 1
  for (let before = 1; before < month; before++) days += daysIn(year, before)
  return days
}

function fromDayNumber(days: number): Parts {
  // Never too late, and at most one year too early.
  let year = Math.max(1, Math.floor(days / 365.2425))
  while (days >= year * 365 + leapsBefore(year + 1)) year++
  let left = days - ((year - 1) * 365 + leapsBefore(year))
  let month = 1
  while (left >= daysIn(year, month)) left -= daysIn(year, month++)
  return { year, month, day: left + 1 }
}
