import { useMemo } from 'react'
import type { Address } from '#chain/money/Address.ts'
import { useKeptList } from '#components/stored/useKept.ts'
import { keptReminders, remindersOf } from '#domain/reminders/Reminder.ts'
import { type CalendarDay, toCalendarDay } from '#domain/shared/calendar.ts'
import { useNow } from '#ui/useNow.ts'

/** The reminders of an account, by name, and how to change them. */
export function useReminders(account: Address) {
  const { items, ...rest } = useKeptList(keptReminders)
  const reminders = useMemo(() => remindersOf(items, account), [items, account])
  return { ...rest, all: items, reminders }
}

/** The date in the person's time zone. */
export function useToday(): CalendarDay {
  return toCalendarDay(useNow())
}
