import { addDays, addMonths, type CalendarDay, daysBetween, monthsBetween } from '#domain/shared/calendar.ts'

/** How often a reminder is due. */
export const rhythms = ['week', 'two-weeks', 'month', 'quarter'] as const
export type Rhythm = (typeof rhythms)[number]

/** `every month` */
export const rhythmWords: Readonly<Record<Rhythm, string>> = {
  week: 'every week',
  'two-weeks': 'every two weeks',
  month: 'every month',
  quarter: 'every quarter',
}

/** The dates on which something is due: the anchor, and from then on in a rhythm. */
export type Schedule = { readonly rhythm: Rhythm; readonly anchor: CalendarDay }

const steps: Readonly<Record<Rhythm, { readonly days?: number; readonly months?: number }>> = {
  week: { days: 7 },
  'two-weeks': { days: 14 },
  month: { months: 1 },
  quarter: { months: 3 },
}

/** The date at a place of a schedule, counted from 0 at the anchor. Never computed from the date before it. */
export function dateAt({ rhythm, anchor }: Schedule, place: number): CalendarDay {
  const { days, months } = steps[rhythm]
  return days ? addDays(anchor, days * place) : addMonths(anchor, (months ?? 1) * place)
}

/** The place of the last date that is not after a day; -1 if the anchor is. */
export function placeUntil(schedule: Schedule, day: CalendarDay): number {
  const { rhythm, anchor } = schedule
  if (day < anchor) return -1
  const { days, months } = steps[rhythm]
  if (days) return Math.floor(daysBetween(anchor, day) / days)
  const place = Math.floor(monthsBetween(anchor, day) / (months ?? 1))
  return dateAt(schedule, place) > day ? place - 1 : place
}
