import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { type CalendarDay, toCalendarDay } from '#domain/shared/calendar.ts'
import { count, day } from '#domain/shared/format.ts'
import { runPath } from '#domain/shared/paths.ts'
import type { Attention } from '#domain/shared/StatusText.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { changesText, compareRows } from './changes.ts'
import { keptReminders, type Reminder, remindersOf, rhythmWords } from './Reminder.ts'
import { type ReminderSchedule, scheduleOf } from './reminderSchedule.ts'

/**
 * The reminders of an account that are due, the longest first. Each only leads to its list.
 * @param now ms since the epoch
 */
export function reminderAttention(
  storage: KeyValueStore,
  account: Address,
  payouts: readonly Payout[],
  now: number,
): readonly Attention[] {
  const today = toCalendarDay(now)
  return planReminders(remindersOf(keptReminders.read(storage).items, account), payouts, today)
    .filter(({ due }) => due !== null)
    .map((planned) => ({
      id: `reminder:${planned.reminder.id}:${planned.due}`,
      tone: 'sign',
      title: `${planned.reminder.name} is due`,
      text: reminderWords(planned, today).join(' · '),
      path: runPath(planned.reminder.id),
      action: 'Review',
    }))
}

/** A reminder with its state on a day. */
export type PlannedReminder = ReminderSchedule & { readonly reminder: Reminder }

/** Reminders with their states: first what is due, the longest first, then the others by their next date. */
export function planReminders(
  reminders: readonly Reminder[],
  payouts: readonly Payout[],
  today: CalendarDay,
): readonly PlannedReminder[] {
  const order = ({ reminder: { isPaused }, due, next }: PlannedReminder) =>
    `${isPaused ? 2 : due === null ? 1 : 0} ${next}`
  return reminders
    .map((reminder) => ({ reminder, ...scheduleOf(reminder, payouts, today) }))
    .toSorted((a, b) => order(a).localeCompare(order(b)))
}

/** How much it pays, when, and what changed since the last time. */
export function reminderWords(
  { reminder: { rows, rhythm, isPaused }, due, next, missed, last }: PlannedReminder,
  today: CalendarDay,
): readonly string[] {
  const changed = due !== null && last && changesText(compareRows(last.rows, rows))
  return [
    count(rows.length, 'payment'),
    Amount.totalsOf(rows).map(Amount.format).join(' and '),
    ...(due === null ? [rhythmWords[rhythm]] : []),
    isPaused
      ? 'Paused'
      : due === null
        ? `next ${dayWords(next)}`
        : due === today
          ? 'Due today'
          : `Due since ${dayWords(due)}`,
    ...(missed > 0 ? [`${count(missed, 'earlier date')} not paid`] : []),
    ...(changed ? [`${changed} since last time`] : changed === '' ? ['Same as last time'] : []),
  ]
}

/** `1 Dec 2026`, whatever the time zone. */
export function dayWords(date: CalendarDay): string {
  const [year = 0, month = 1, at = 1] = date.split('-').map(Number)
  // By its parts: a stored date that does not exist must not become an error of the page.
  return day(new Date(year, month - 1, at, 12).getTime())
}
