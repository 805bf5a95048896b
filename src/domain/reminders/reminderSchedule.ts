import { type PayoutDraft, withLabels } from '#domain/draft/payoutDraft.ts'
import { draftOfPayout } from '#domain/draft/payoutText.ts'
import { isRequested, type Payout, readPayoutTitle } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { unfinishedPayouts } from '#domain/payout/payoutAttention.ts'
import { type CalendarDay, toCalendarDay } from '#domain/shared/calendar.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import { dateAt, keptReminders, placeUntil, type Reminder, remindersOf } from './Reminder.ts'

/** The state of a reminder on a day. All of it is computed. */
export type ReminderSchedule = {
  /** The date that was reached and neither paid nor skipped; null if there is none or the reminder is paused. */
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
 * Computes the state of a reminder. A payout from a file settles no date, because only the file claims that it was
 * paid.
 * @param payouts those of its account
 * @param today in the person's time zone
 */
export function scheduleOf(
  reminder: Reminder,
  payouts: readonly Payout[],
  today: CalendarDay,
): ReminderSchedule {
  const own = payouts.filter(({ restored }) => !restored)
  const runs = runsOf(reminder, own)
  const settled = latest([reminder.skipped, ...runs.map(({ run }) => run?.due ?? null)])
  const done = settled === null ? -1 : placeUntil(reminder, settled)
  const reached = placeUntil(reminder, today)
  const isDue = reached > done && !reminder.isPaused
  const next = dateAt(reminder, isDue ? reached : Math.max(done, reached) + 1)
  const lastOf = (some: readonly Payout[]) =>
    newest(runsOf(reminder, some).filter(isRequested)) ?? some.find(({ id }) => id === reminder.source)
  return {
    due: isDue ? next : null,
    missed: isDue ? reached - done - 1 : 0,
    next,
    last: lastOf(own) ?? lastOf(payouts) ?? null,
  }
}

/** The payouts from a reminder that are under way or done. One that was only rejected is neither. */
export function runsOf({ id }: Pick<Reminder, 'id'>, payouts: readonly Payout[]): readonly Payout[] {
  return payouts.filter(
    (payout) =>
      payout.run?.template === id && (isRequested(payout) || unfinishedPayouts([payout]).length > 0),
  )
}

/** The reminder with its next date skipped. */
export function withSkippedDate(reminder: Reminder, date: CalendarDay): Reminder {
  return { ...reminder, skipped: latest([reminder.skipped, date]) }
}

function latest(dates: readonly (CalendarDay | null)[]): CalendarDay | null {
  return dates.reduce((last, one) => (one !== null && (last === null || one > last) ? one : last), null)
}

function newest(payouts: readonly Payout[]): Payout | undefined {
  return payouts.toSorted((a, b) => b.createdAt - a.createdAt)[0]
}

/** The rows of a reminder, for its next date; null if the account has none of this id. */
export function draftOfReminder(
  storage: GuardedStorage,
  { account, payouts, now }: PayoutContext,
  id: string,
): PayoutDraft | null {
  const reminder = remindersOf(keptReminders.read(storage).items, account.address).find(
    (one) => one.id === id,
  )
  if (!reminder) return null
  const { next } = scheduleOf(reminder, payouts.list().payouts, toCalendarDay(now()))
  const { name, tag } = reminder
  const title = readPayoutTitle(name)
  return withLabels(draftOfPayout(reminder), {
    run: { template: id, due: next },
    tag,
    title: title.ok ? title.title : null,
  })
}
