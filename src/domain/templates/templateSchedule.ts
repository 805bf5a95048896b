import { isRequested, type Payout } from '#domain/payout/Payout.ts'
import { unfinishedPayouts } from '#domain/payout/payoutAttention.ts'
import type { CalendarDay } from '#domain/shared/calendar.ts'
import { dateAt, placeUntil } from './rhythm.ts'
import type { Template } from './Template.ts'

/** The state of a template on a day. All of it is computed. */
type TemplateSchedule = {
  /** The date that was reached and neither paid nor skipped; null if there is none or the template is paused. */
  readonly due: CalendarDay | null
  /** Earlier dates that were neither paid nor skipped. They are mentioned; only the last date is offered. */
  readonly missed: number
  /** The date of the next payout from it: the one that is due, or the next one. */
  readonly next: CalendarDay
  /**
   * The last payout from it, or the one that it was made from; null if neither is in this browser. One from a file
   * counts only if none was made here.
   */
  readonly last: Payout | null
}

/**
 * Computes the state of a template. A payout from a file settles no date, because only the file claims that it was
 * paid.
 * @param payouts those of its account
 * @param today in the person's time zone
 */
export function scheduleOf(
  template: Template,
  payouts: readonly Payout[],
  today: CalendarDay,
): TemplateSchedule {
  const own = payouts.filter(({ restored }) => !restored)
  const runs = runsOf(template, own)
  const settled = latest([template.skipped, ...runs.map(({ run }) => run?.due ?? null)])
  const done = settled === null ? -1 : placeUntil(template, settled)
  const reached = placeUntil(template, today)
  const isDue = reached > done && !template.isPaused
  const next = dateAt(template, isDue ? reached : Math.max(done, reached) + 1)
  const lastOf = (some: readonly Payout[]) =>
    newest(runsOf(template, some).filter(isRequested)) ?? some.find(({ id }) => id === template.source)
  return {
    due: isDue ? next : null,
    missed: isDue ? reached - done - 1 : 0,
    next,
    last: lastOf(own) ?? lastOf(payouts) ?? null,
  }
}

/** The payouts from a template that are under way or done. One that was only rejected is neither. */
export function runsOf({ id }: Pick<Template, 'id'>, payouts: readonly Payout[]): readonly Payout[] {
  return payouts.filter(
    (payout) =>
      payout.run?.template === id && (isRequested(payout) || unfinishedPayouts([payout]).length > 0),
  )
}

/** The template with its next date skipped. */
export function withSkippedDate(template: Template, date: CalendarDay): Template {
  return { ...template, skipped: latest([template.skipped, date]) }
}

/** The template paused, or due again from today on: dates that passed meanwhile are skipped. */
export function withPause(template: Template, isPaused: boolean, today: CalendarDay): Template {
  if (isPaused) return { ...template, isPaused }
  const reached = placeUntil(template, today)
  const isToday = reached >= 0 && dateAt(template, reached) === today
  const passed = isToday ? reached - 1 : reached
  const skipped = passed < 0 ? template.skipped : latest([template.skipped, dateAt(template, passed)])
  return { ...template, isPaused, skipped }
}

function latest(dates: readonly (CalendarDay | null)[]): CalendarDay | null {
  return dates.reduce((last, one) => (one !== null && (last === null || one > last) ? one : last), null)
}

function newest(payouts: readonly Payout[]): Payout | undefined {
  return payouts.toSorted((a, b) => b.createdAt - a.createdAt)[0]
}
