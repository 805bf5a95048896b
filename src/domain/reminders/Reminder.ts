import * as v from 'valibot'
import type { Address } from '#chain/money/Address.ts'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import type { Payment, Payout } from '#domain/payout/Payout.ts'
import { listText, parsePayout } from '#domain/payout/payoutStore.ts'
import {
  addDays,
  addMonths,
  type CalendarDay,
  daysBetween,
  isCalendarDay,
  monthsBetween,
} from '#domain/shared/calendar.ts'
import { keptList } from '#domain/shared/keptList.ts'
import { campaignFields, formatCampaign, parseCampaign } from '#domain/shared/tags.ts'
import { browserKey } from '#storage/keys.ts'

/**
 * A list of payments that an account makes again and again. It never sends anything: when it is due, the portal
 * offers its rows as a new list. Its payments, its due date and its changes are computed from the payouts.
 */
export type Reminder = {
  readonly id: string
  readonly account: Address
  readonly kind: Payout['kind']
  readonly name: string
  readonly rows: readonly Payment[]
  readonly rhythm: Rhythm
  /** The first date on which it is due. */
  readonly anchor: CalendarDay
  /** The campaign of its payouts; null for none. */
  readonly tag: string | null
  readonly isPaused: boolean
  /** Dates up to this one were skipped by the person; null for none. */
  readonly skipped: CalendarDay | null
  /** The payout that it was made from: the last time, until it has paid by itself. */
  readonly source: string | null
  /** It came from a backup file, and nobody has looked at it here. */
  readonly isRestored: boolean
  /** ms since the epoch. */
  readonly createdAt: number
}

/** In characters, see `labelLength`. */
export const LONGEST_REMINDER_NAME = 60
/** More would not leave room in this browser for payouts. */
export const MOST_REMINDERS = 50
export const MOST_REMINDER_ROWS = 1_000

const day = v.pipe(v.string(), v.check(isCalendarDay))

/** How often a reminder is due. */
export const rhythms = ['week', 'two-weeks', 'month', 'quarter'] as const

const entry = v.object({
  name: v.pipe(v.string(), v.check(isReminderName)),
  rhythm: v.picklist(rhythms),
  anchor: day,
  ...campaignFields,
  isPaused: v.boolean(),
  skipped: v.nullable(day),
  source: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-z-]{1,64}$/))),
  isRestored: v.boolean(),
  /** Id, account and rows, as the list of a payout. */
  list: v.unknown(),
})

/** True for a clean name of allowed length. */
export function isReminderName(text: string): boolean {
  return text !== '' && cleanLabel(text) === text && labelLength(text) <= LONGEST_REMINDER_NAME
}

/** The reminders of this browser, of all accounts. The newest come first. */
export const keptReminders = keptList<Reminder>({
  key: browserKey('templates.56'),
  name: 'templates',
  max: MOST_REMINDERS,
  idOf: ({ id }) => id,
  timeOf: ({ createdAt }) => createdAt,
  parse(raw) {
    const found = v.safeParse(entry, raw)
    const list = found.success ? parsePayout(found.output.list, noBatches) : null
    if (!found.success || !list) return null
    const { list: _, spelled: __, ...rest } = found.output
    const tag = parseCampaign(found.output)
    const { id, account, kind, createdAt, rows } = list
    const isWhole = rows.length > 0 && rows.length <= MOST_REMINDER_ROWS && /^[0-9a-z-]{1,64}$/.test(id)
    return isWhole ? { ...rest, tag, id, account, kind, createdAt, rows: rows.map(toReminderRow) } : null
  },
  format({ id, account, kind, createdAt, rows, tag, ...rest }) {
    const list = { id, account, kind, createdAt, rows, batches: [], attempts: [], skipped: [], revision: 0 }
    return { ...rest, tag, ...(tag !== null && formatCampaign(tag)), list: JSON.parse(listText(list)) }
  },
  merge: (_, added) => added,
})

const noBatches = { version: 2, parts: [] }

/**
 * A payment as a reminder repeats it: whom, how much and why. The address of a `.bnb` name and the rate of a request
 * belong to one payment alone.
 */
export function toReminderRow({ payee, amount, note, reference, name, handle, entered }: Payment): Payment {
  const label = name ?? entered?.name
  return {
    payee,
    amount,
    note,
    reference,
    ...(label !== undefined && { name: label }),
    ...(handle !== undefined && { handle }),
  }
}

/** The reminders of one account in a list, by name. */
export function remindersOf(all: readonly Reminder[], account: Address): readonly Reminder[] {
  return all.filter((one) => one.account === account).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

export type Rhythm = (typeof rhythms)[number]

/** `every month` */
export const rhythmWords: Readonly<Record<Rhythm, string>> = {
  week: 'every week',
  'two-weeks': 'every two weeks',
  month: 'every month',
  quarter: 'every quarter',
}

/** The dates on which something is due: the anchor, and from then on in a rhythm. */
export type Schedule = { readonly rhythm: Rhythm; readonly anchor: CalendarDay }

const steps: Readonly<Record<Rhythm, { readonly days?: number; readonly months?: number }>> = {
  week: { days: 7 },
  'two-weeks': { days: 14 },
  month: { months: 1 },
  quarter: { months: 3 },
}

/** The date at a place of a schedule, counted from 0 at the anchor. Never computed from the date before it. */
export function dateAt({ rhythm, anchor }: Schedule, place: number): CalendarDay {
  const { days, months } = steps[rhythm]
  return days ? addDays(anchor, days * place) : addMonths(anchor, (months ?? 1) * place)
}

/** The place of the last date that is not after a day; -1 if the anchor is. */
export function placeUntil(schedule: Schedule, day: CalendarDay): number {
  const { rhythm, anchor } = schedule
  if (day < anchor) return -1
  const { days, months } = steps[rhythm]
  if (days) return Math.floor(daysBetween(anchor, day) / days)
  const place = Math.floor(monthsBetween(anchor, day) / (months ?? 1))
  return dateAt(schedule, place) > day ? place - 1 : place
}
