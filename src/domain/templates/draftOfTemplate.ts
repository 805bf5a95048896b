import { type PayoutDraft, withLabels } from '#domain/draft/payoutDraft.ts'
import { draftOfPayout } from '#domain/draft/payoutText.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { readPayoutTitle } from '#domain/payout/payoutLabels.ts'
import { toCalendarDay } from '#domain/shared/calendar.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import { keptTemplates, templatesOf } from './Template.ts'
import { scheduleOf } from './templateSchedule.ts'

/** The rows of a template, for its next date; null if the account has none of this id. */
export function draftOfTemplate(
  storage: GuardedStorage,
  { account, payouts, now }: PayoutContext,
  id: string,
): PayoutDraft | null {
  const template = templatesOf(keptTemplates.read(storage).items, account.address).find(
    (one) => one.id === id,
  )
  if (!template) return null
  const { next } = scheduleOf(template, payouts.list().payouts, toCalendarDay(now()))
  const { name, tag } = template
  const title = readPayoutTitle(name)
  return withLabels(draftOfPayout(template), {
    run: { template: id, due: next },
    tag,
    title: title.ok ? title.title : null,
  })
}
