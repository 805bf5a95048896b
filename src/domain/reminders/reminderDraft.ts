import { cleanLabel, labelLength } from '#chain/text/label.ts'
import type { Payment, Payout } from '#domain/payout/Payout.ts'
import { type CalendarDay, isCalendarDay } from '#domain/shared/calendar.ts'
import { readTag } from '#domain/shared/campaignTag.ts'
import { LONGEST_REMINDER_NAME, MOST_REMINDER_ROWS, type Reminder, toReminderRow } from './Reminder.ts'
import type { Rhythm } from './rhythm.ts'

/** The fields of a reminder that a person fills in. */
export type ReminderDraft = {
  readonly name: string
  readonly rhythm: Rhythm
  /** `YYYY-MM-DD`, or any text in a browser without a date field. */
  readonly next: string
  readonly campaign: string
}

type ReminderFaults = { readonly [field in keyof ReminderDraft]?: string }

type ReadReminderDraft =
  | {
      readonly ok: true
      readonly fields: Pick<Reminder, 'name' | 'rhythm' | 'anchor' | 'tag'>
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
  const tag = readTag(draft.campaign)
  const faults: ReminderFaults = {
    ...(name === '' && { name: 'Enter a name.' }),
    ...(labelLength(name) > LONGEST_REMINDER_NAME && {
      name: `Use at most ${LONGEST_REMINDER_NAME} characters.`,
    }),
    ...(!isCalendarDay(next) && { next: 'Enter a date, like 2026-12-01.' }),
    ...(isCalendarDay(next) && next < today && next !== planned && { next: 'Choose today or a later day.' }),
    ...(!tag.ok && { campaign: tag.fault }),
  }
  if (!tag.ok || Object.keys(faults).length > 0) return { ok: false, faults }
  return { ok: true, fields: { name, rhythm: draft.rhythm, anchor: next, tag: tag.tag } }
}

/** Why a payout cannot be repeated; null if it can. */
export function repeatFault({ rows }: Pick<Payout, 'rows'>): string | null {
  return rows.length > MOST_REMINDER_ROWS
    ? `A reminder holds at most ${MOST_REMINDER_ROWS} payments. Split the list.`
    : null
}

/**
 * A new reminder of a payout.
 * @param nameOf the name that the person gave to an address. It is kept, so that a later move of that name is noticed
 */
export function reminderOf(
  { id, account, kind, rows }: Payout,
  fields: Pick<Reminder, 'name' | 'rhythm' | 'anchor' | 'tag'>,
  nameOf: (payee: Payment['payee']) => string | null,
  now: number,
): Reminder {
  return {
    ...{ ...fields, account, kind, id: crypto.randomUUID(), source: id, createdAt: now },
    ...{ isPaused: false, skipped: null, isRestored: false },
    rows: namedRows(rows, nameOf),
  }
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
