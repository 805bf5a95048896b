/** RFC 3339, 5.6: the `T` and the `Z` may be small letters. */
const DATE_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

/**
 * Whether a text is a `date-time` of RFC 3339 that can be: a day of the calendar, and a second 60 only where leap seconds
 * are put in, at the end of June or December (5.7 and appendix D).
 */
export function isDateTime(text: string): boolean {
  const [, year, month, day, hour, minute, second, , zone] = DATE_TIME.exec(text) ?? []
  if (year === undefined || Number(day) > daysIn(Number(year), Number(month))) return false
  if (second !== '60') return true
  const before = new Date(`${year}-${month}-${day}T${hour}:${minute}:59${zone?.toUpperCase()}`)
  return /-(06-30|12-31)T23:59:59/.test(before.toISOString())
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** A time in whole seconds in its one form, such as `2026-11-22T10:00:00Z`. @param seconds since 1970 */
export function dateTimeText(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
}

/** The seconds since 1970 that `dateTimeText` writes so; null for every other text. */
export function readDateTime(text: string): number | null {
  const seconds = Date.parse(text) / 1_000
  return Number.isSafeInteger(seconds) && dateTimeText(seconds) === text ? seconds : null
}
