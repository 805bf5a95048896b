import type { CalendarDay } from '#domain/shared/calendar.ts'
import { day } from '#domain/shared/format.ts'

/** `1 Dec 2026`, whatever the time zone. */
export function dayWords(date: CalendarDay): string {
  const [year = 0, month = 1, at = 1] = date.split('-').map(Number)
  // By its parts: a stored date that does not exist must not become an error of the page.
  return day(new Date(year, month - 1, at, 12).getTime())
}
