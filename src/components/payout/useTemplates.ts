import { useMemo } from 'react'
import type { Address } from '#chain/money/Address.ts'
import { useKeptList } from '#components/stored/useKeptList.ts'
import { type CalendarDay, toCalendarDay } from '#domain/shared/calendar.ts'
import { keptTemplates, templatesOf } from '#domain/templates/Template.ts'
import { useNow } from '#ui/useNow.ts'

/** The templates of an account, by name, and how to change them. */
export function useTemplates(account: Address) {
  const { items, ...rest } = useKeptList(keptTemplates)
  const templates = useMemo(() => templatesOf(items, account), [items, account])
  return { ...rest, all: items, templates }
}

/** The date in the person's time zone. */
export function useToday(): CalendarDay {
  return toCalendarDay(useNow())
}
