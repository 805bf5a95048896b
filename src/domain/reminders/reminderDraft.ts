import { cleanLabel, labelLength } from '#chain/text/label.ts'
import type { Payment, Payout } from '#domain/payout/Payout.ts'
import { addDays, addMonths, type CalendarDay, isCalendarDay } from '#domain/shared/calendar.ts'
import { plural } from '#domain/shared/format.ts'
import {
  LONGEST_REMINDER_NAME,
  MOST_REMINDER_ROWS,
  MOST_REMINDERS,
  type Reminder,
  type Rhythm,
  toReminderRow,
} from './Reminder.ts'
import { withSkippedDate } from './reminderSchedule.ts'

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
