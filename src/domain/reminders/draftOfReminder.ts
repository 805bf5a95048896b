import { type PayoutDraft, withLabels } from '#domain/draft/payoutDraft.ts'
import { draftOfPayout } from '#domain/draft/payoutText.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { readPayoutTitle } from '#domain/payout/payoutLabels.ts'
import { toCalendarDay } from '#domain/shared/calendar.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import { keptReminders, remindersOf } from './Reminder.ts'
import { scheduleOf } from './reminderSchedule.ts'

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
