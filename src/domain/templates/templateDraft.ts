import { cleanLabel, labelLength } from '#chain/text/label.ts'
import type { Payment, Payout } from '#domain/payout/Payout.ts'
import { type CalendarDay, isCalendarDay } from '#domain/shared/calendar.ts'
import { readTag } from '#domain/shared/campaignTag.ts'
import type { Rhythm } from './rhythm.ts'
import { LONGEST_TEMPLATE_NAME, MOST_TEMPLATE_ROWS, type Template, toTemplateRow } from './Template.ts'

/** The fields of a template that a person fills in. */
export type TemplateDraft = {
  readonly name: string
  readonly rhythm: Rhythm
  /** `YYYY-MM-DD`, or any text in a browser without a date field. */
  readonly next: string
  readonly campaign: string
}

type TemplateFaults = { readonly [field in keyof TemplateDraft]?: string }

type ReadTemplateDraft =
  | {
      readonly ok: true
      readonly fields: Pick<Template, 'name' | 'rhythm' | 'anchor' | 'tag'>
    }
  | { readonly ok: false; readonly faults: TemplateFaults }

/**
 * Parses the fields.
 * @param planned the date that stays allowed although it has passed; null for a new template
 */
export function readTemplateDraft(
  draft: TemplateDraft,
  today: CalendarDay,
  planned: CalendarDay | null,
): ReadTemplateDraft {
  const name = cleanLabel(draft.name)
  const next = draft.next.trim()
  const tag = readTag(draft.campaign)
  const faults: TemplateFaults = {
    ...(name === '' && { name: 'Enter a name.' }),
    ...(labelLength(name) > LONGEST_TEMPLATE_NAME && {
      name: `Use at most ${LONGEST_TEMPLATE_NAME} characters.`,
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
  return rows.length > MOST_TEMPLATE_ROWS
    ? `A template holds at most ${MOST_TEMPLATE_ROWS} payments. Split the list.`
    : null
}

/**
 * A new template of a payout.
 * @param nameOf the name that the person gave to an address. It is kept, so that a later move of that name is noticed
 */
export function templateOf(
  { id, account, kind, rows }: Payout,
  fields: Pick<Template, 'name' | 'rhythm' | 'anchor' | 'tag'>,
  nameOf: (payee: Payment['payee']) => string | null,
  now: number,
): Template {
  return {
    ...{ ...fields, account, kind, id: crypto.randomUUID(), source: id, createdAt: now },
    ...{ isPaused: false, skipped: null, isRestored: false },
    rows: namedRows(rows, nameOf),
  }
}

/** Rows as a template keeps them, each with its name if one is known. */
export function namedRows(
  rows: readonly Payment[],
  nameOf: (payee: Payment['payee']) => string | null,
): readonly Payment[] {
  return rows.map((row) => {
    const { name = nameOf(row.payee), ...rest } = toTemplateRow(row)
    return { ...rest, ...(name && { name }) }
  })
}
