import { useMemo, useSyncExternalStore } from 'react'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { writeKept } from '#components/stored/keptChanges.ts'
import { payoutsChanged, payoutVersion } from '#domain/payout/payoutRuns.ts'
import { type CalendarDay, toCalendarDay } from '#domain/shared/calendar.ts'
import type { KeptList } from '#domain/shared/keptList.ts'
import { keptTemplates, type Template, templatesOf } from '#domain/templates/Template.ts'
import { useNow } from '#ui/useNow.ts'

/** A list of this browser about payouts, and how to change it; every page sees a change at once. */
export function useKeptBesidePayouts<T>(list: KeptList<T>) {
  const { storage } = usePortal().page
  const version = useSyncExternalStore(payoutVersion.subscribe, payoutVersion.get)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes when the list does
  return useMemo(
    () => ({
      ...list.read(storage),
      /**
       * Adds an entry, or changes one. Returns why it was not saved, for people; null if it was.
       * @param before the entry as it was when the change began
       */
      keep(one: T, before: T | null = null): string | null {
        const fault = writeKept(() =>
          before ? list.replace(storage, before, one) : list.keep(storage, [one]),
        )
        payoutsChanged()
        return fault
      },
      forget(gone: T) {
        list.forget(storage, gone)
        payoutsChanged()
      },
    }),
    [list, storage, version],
  )
}

/** The templates of an account, by name, and how to change them. */
export function useTemplates(account: Address) {
  const { items, ...rest } = useKeptBesidePayouts<Template>(keptTemplates)
  const templates = useMemo(() => templatesOf(items, account), [items, account])
  return { ...rest, all: items, templates }
}

/** The date in the person's time zone. */
export function useToday(): CalendarDay {
  return toCalendarDay(useNow())
}
