import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import type { Attention } from '#domain/shared/Attention.ts'
import { toCalendarDay } from '#domain/shared/calendar.ts'
import { count } from '#domain/shared/format.ts'
import { runPath } from '#domain/shared/paths.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { dayWords } from './dayWords.ts'
import { keptReminders, remindersOf } from './Reminder.ts'
import { scheduleOf } from './reminderSchedule.ts'

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
  return remindersOf(keptReminders.read(storage).items, account)
    .flatMap((reminder) => {
      const { due, missed } = scheduleOf(reminder, payouts, today)
      return due === null ? [] : [{ reminder, due, missed }]
    })
    .toSorted((a, b) => a.due.localeCompare(b.due))
    .map(({ reminder: { id, name, rows }, due, missed }) => ({
      id: `reminder:${id}:${due}`,
      tone: 'sign',
      title: `${name} is due`,
      text: [
        `${count(rows.length, 'payment')} · ${Amount.totalsOf(rows).map(Amount.format).join(' and ')}`,
        due === today ? 'Due today' : `Due since ${dayWords(due)}`,
        ...(missed > 0 ? [`${count(missed, 'earlier date')} not paid`] : []),
      ].join(' · '),
      path: runPath(id),
      action: 'Open',
    }))
}
