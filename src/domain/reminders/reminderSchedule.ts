import { cleanLabel, labelLength } from '#chain/text/label.ts'
import { type PayoutDraft, withLabels } from '#domain/draft/payoutDraft.ts'
import { draftOfPayout } from '#domain/draft/payoutText.ts'
import { isRequested, type Payment, type Payout, readPayoutTitle } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { unfinishedPayouts } from '#domain/payout/payoutAttention.ts'
import {
  addDays,
  addMonths,
  type CalendarDay,
  isCalendarDay,
  toCalendarDay,
} from '#domain/shared/calendar.ts'
import { plural } from '#domain/shared/format.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import {
  dateAt,
  keptReminders,
  LONGEST_REMINDER_NAME,
  MOST_REMINDER_ROWS,
  MOST_REMINDERS,
  placeUntil,
  type Reminder,
  type Rhythm,
  remindersOf,
  toReminderRow,
} from './Reminder.ts'

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
  return withLabels(draftOfPayout(reminder, reminder.isRestored), {
    run: { template: id, due: next },
    tag,
    title: title.ok ? title.title : null,
  })
}

/** The fields of a reminder that a person fills in. */
type ReminderDraft = {
  readonly name: string
  readonly rhythm: Rhythm
  /** `YYYY-MM-DD`, or any text in a browser without a date field. */
  readonly next: string
}

/** The fields of a reminder that a person decides about. */
type ReminderFields = Pick<Reminder, 'name' | 'rhythm' | 'anchor'>

type ReminderFaults = { readonly [field in keyof ReminderDraft]?: string }

type ReadReminderDraft =
  | {
      readonly ok: true
      readonly fields: ReminderFields
    }
  | { readonly ok: false; readonly faults: ReminderFaults }

/**
 * Parses the fields.
 * @param planned the date that stays allowed although it has passed; null for a new reminder
 */
export function readReminderDraft(
  draft: ReminderDraft,
  today: CalendarDay,
  planned: CalendarDay | null,
): ReadReminderDraft {
  const name = cleanLabel(draft.name)
  const next = draft.next.trim()
  const faults: ReminderFaults = {
    ...(name === '' && { name: 'Enter a title.' }),
    ...(labelLength(name) > LONGEST_REMINDER_NAME && {
      name: `Use at most ${LONGEST_REMINDER_NAME} characters.`,
    }),
    ...(!isCalendarDay(next) && { next: 'Enter a date, like 2026-12-01.' }),
    ...(isCalendarDay(next) && next < today && next !== planned && { next: 'Choose today or a later day.' }),
  }
  if (Object.keys(faults).length > 0) return { ok: false, faults }
  return { ok: true, fields: { name, rhythm: draft.rhythm, anchor: next } }
}

/** Why a payout cannot have a reminder beside those of this browser; null if it can. */
export function repeatFault({ rows }: Pick<Payout, 'rows'>, all: readonly unknown[]): string | null {
  if (rows.length > MOST_REMINDER_ROWS)
    return `A reminder holds at most ${MOST_REMINDER_ROWS} payments. Split the list to be reminded of it.`
  return all.length >= MOST_REMINDERS
    ? `This browser keeps at most ${MOST_REMINDERS} reminders. Stop one to add another.`
    : null
}

/** The fields of a new reminder. Its title says nothing that another amount or date would make wrong. */
export function newReminderDraft({ title, tag, rows }: Payout, today: CalendarDay): ReminderDraft {
  const name = title ?? tag ?? plural(rows.length, 'Regular payment', 'Regular payout')
  return { name, rhythm: 'month', next: addMonths(today, 1) }
}

/**
 * A new reminder of a payout.
 * @param nameOf the name that the person gave to an address. It is kept, so that a later move of that name is noticed
 */
export function reminderOf(
  { id, account, kind, rows, tag }: Payout,
  fields: ReminderFields,
  nameOf: (payee: Payment['payee']) => string | null,
  now: number,
): Reminder {
  return {
    ...fields,
    tag: tag ?? null,
    account,
    kind,
    id: crypto.randomUUID(),
    source: id,
    createdAt: now,
    isPaused: false,
    skipped: null,
    isRestored: false,
    rows: namedRows(rows, nameOf),
  }
}

/**
 * A reminder with other fields, due again if it was paused. An unchanged date keeps the day of the month that a shorter
 * month may have cut.
 * @param next the date that it had
 */
export function withFields(reminder: Reminder, fields: ReminderFields, next: CalendarDay): Reminder {
  const isSame = fields.anchor === next && fields.rhythm === reminder.rhythm
  const anchor = isSame ? reminder.anchor : fields.anchor
  const changed = { ...reminder, ...fields, anchor, isPaused: false, isRestored: false }
  // The dates that passed in a pause are not due afterwards.
  return reminder.isPaused ? withSkippedDate(changed, addDays(fields.anchor, -1)) : changed
}

/** Rows as a reminder keeps them, each with its name if one is known. */
export function namedRows(
  rows: readonly Payment[],
  nameOf: (payee: Payment['payee']) => string | null,
): readonly Payment[] {
  return rows.map((row) => {
    const { name = nameOf(row.payee), ...rest } = toReminderRow(row)
    return { ...rest, ...(name && { name }) }
  })
}
