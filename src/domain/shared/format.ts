// Dates, times, numbers and lists as people read them: the only place that calls `Intl` for the screen. Creating a
// format is slow, and a long list needs it for every line, so each is made once. The language is fixed until the
// sentences are translated, too: a German date in an English sentence helps nobody.

const LANGUAGE = 'en-GB'

/** For formats of few pages, which the first paint must not wait for. */
function once<Format>(make: () => Format): () => Format {
  let made: Format | undefined
  return () => {
    made ??= make()
    return made
  }
}

const minutes = new Intl.DateTimeFormat(LANGUAGE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const utcMinutes = new Intl.DateTimeFormat(LANGUAGE, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
const utcMonth = once(
  () => new Intl.DateTimeFormat(LANGUAGE, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)
const longDays = once(
  () => new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'long', year: 'numeric' }),
)
const clock = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit' })
const dayAndMonth = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short' })
const wholeDay = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short', year: 'numeric' })
const numbers = new Intl.NumberFormat('en')
const plain = once(() => new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 }))
const tenths = once(() => new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 }))
const conjunction = new Intl.ListFormat('en', { type: 'conjunction' })
const plurals = new Intl.PluralRules('en')
const collator = once(() => new Intl.Collator('en', { sensitivity: 'base', numeric: true }))

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** In place of a time that is still being read. */
export const READING_TIME = 'Reading the time…'

/** Day and minute in the person's time zone, for details. `ms` since the epoch. */
export function when(ms: number | null): string {
  return ms === null ? 'Time unknown' : minutes.format(ms)
}

/** Day and minute in UTC, for receipts and other papers. `ms` since the epoch. */
export function whenUtc(ms: number): string {
  return `${utcMinutes.format(ms).replace(' at ', ', ')} UTC`
}

/** `October 2026`: the month in UTC, for papers. `ms` since the epoch. */
export function monthUtc(ms: number): string {
  return utcMonth().format(ms)
}

/** Day and minute inside a sentence: `26 Nov at 12:12` this year, else `26 Nov 2025 at 12:12`. Both in ms. */
export function dayAndTime(ms: number, now: number): string {
  const sameYear = new Date(ms).getFullYear() === new Date(now).getFullYear()
  return `${(sameYear ? dayAndMonth : wholeDay).format(ms)} at ${clock.format(ms)}`
}

/** The time of day in the person's time zone. `ms` since the epoch. */
export function timeOfDay(ms: number | null): string {
  return ms === null ? 'Time unknown' : clock.format(ms)
}

/** The day in the person's time zone. `ms` since the epoch. */
export function day(ms: number): string {
  return wholeDay.format(ms)
}

/** The day with its month in full: `26 November 2026`. `ms` since the epoch. */
export function longDay(ms: number): string {
  return longDays().format(ms)
}

/** The person's time zone, as in `Europe/Berlin`. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'unknown'
}

/** As short as a list needs: `2 min ago`, `08:48` today, `22 Nov` this year, else `22 Nov 2025`. Both in ms. */
export function whenInList(ms: number | null, now: number): string {
  if (ms === null) return 'Time unknown'
  const age = now - ms
  if (age >= 0 && age < MINUTE) return 'Just now'
  if (age >= 0 && age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (wholeDay.format(ms) === wholeDay.format(now)) return clock.format(ms)
  const sameYear = new Date(ms).getFullYear() === new Date(now).getFullYear()
  return (sameYear ? dayAndMonth : wholeDay).format(ms)
}

/** A number of a spreadsheet as plain digits: no groups, no exponent, and the 15 digits that a double keeps. */
export function plainDigits(value: number): string {
  return plain().format(value)
}

/** A number with its digits in groups of three: `1,200`. */
export function formatNumber(value: number | bigint): string {
  return numbers.format(value)
}

/** A number rounded to a tenth: `1,200.5`. */
export function formatTenths(value: number): string {
  return tenths().format(value)
}

/** `1 payment`, `1,200 payments`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${formatNumber(number)} ${plural(number, one, many)}`
}

/** `2 of 3 owners must sign`, and of a Safe with a single owner `1 owner must sign`. */
export function ownersMustSign(threshold: number, owners: number): string {
  return owners === 1 ? '1 owner must sign' : `${threshold} of ${owners} owners must sign`
}

/** The words for one, or those for any other number: `payment`, `payments`. */
export function plural(number: number | bigint, one: string, many = `${one}s`): string {
  return plurals.select(Number(number)) === 'one' ? one : many
}

/** `Ada, Ben and Cleo`. */
export function listOf(words: readonly string[]): string {
  return conjunction.format(words).replace(', and ', ' and ')
}

/** The order of two names: ignores case and accents, and sorts numbers by value. */
export function compareNames(a: string, b: string): number {
  return collator().compare(a, b)
}
