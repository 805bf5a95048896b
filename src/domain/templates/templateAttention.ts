import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import type { Attention } from '#domain/shared/Attention.ts'
import { toCalendarDay } from '#domain/shared/calendar.ts'
import { count } from '#domain/shared/format.ts'
import { runPath } from '#domain/shared/paths.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { keptTemplates, templatesOf } from './Template.ts'
import { scheduleOf } from './templateSchedule.ts'
import { dayWords } from './templateWords.ts'

/**
 * The templates of an account that are due, the longest first. Each only leads to its list.
 * @param now ms since the epoch
 */
export function templateAttention(
  storage: KeyValueStore,
  account: Address,
  payouts: readonly Payout[],
  now: number,
): readonly Attention[] {
  const today = toCalendarDay(now)
  return templatesOf(keptTemplates.read(storage).items, account)
    .flatMap((template) => {
      const { due, missed } = scheduleOf(template, payouts, today)
      return due === null ? [] : [{ template, due, missed }]
    })
    .toSorted((a, b) => a.due.localeCompare(b.due))
    .map(({ template: { id, name, rows }, due, missed }) => ({
      id: `template:${id}:${due}`,
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
