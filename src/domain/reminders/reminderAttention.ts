import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import type { Payment, Payout } from '#domain/payout/Payout.ts'
import { type CalendarDay, toCalendarDay } from '#domain/shared/calendar.ts'
import { count, day } from '#domain/shared/format.ts'
import { runPath } from '#domain/shared/paths.ts'
import type { Attention } from '#domain/shared/StatusText.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { keptReminders, type Reminder, remindersOf, rhythmWords } from './Reminder.ts'
import { type ReminderSchedule, scheduleOf } from './reminderSchedule.ts'

/**
 * The reminders of an account that are due, the longest first. Each only leads to its list.
 * @param now ms since the epoch
 */
export function reminderAttention(
  storage: KeyValueStore,
  account: Address,
  payouts: readonly Payout[],
  now: number,
): readonly Attention[] {
  const today = toCalendarDay(now)
  return planReminders(remindersOf(keptReminders.read(storage).items, account), payouts, today)
    .filter(({ due }) => due !== null)
    .map((planned) => ({
      id: `reminder:${planned.reminder.id}:${planned.due}`,
      tone: 'sign',
      title: `${planned.reminder.name} is due`,
      text: reminderWords(planned, today).join(' · '),
      path: runPath(planned.reminder.id),
      action: 'Review',
    }))
}

/** A reminder with its state on a day. */
export type PlannedReminder = ReminderSchedule & { readonly reminder: Reminder }

/** Reminders with their states: first what is due, the longest first, then the others by their next date. */
export function planReminders(
  reminders: readonly Reminder[],
  payouts: readonly Payout[],
  today: CalendarDay,
): readonly PlannedReminder[] {
  const order = ({ reminder: { isPaused }, due, next }: PlannedReminder) =>
    `${isPaused ? 2 : due === null ? 1 : 0} ${next}`
  return reminders
    .map((reminder) => ({ reminder, ...scheduleOf(reminder, payouts, today) }))
    .toSorted((a, b) => order(a).localeCompare(order(b)))
}

/** How much it pays, when, and what changed since the last time. */
export function reminderWords(
  { reminder: { rows, rhythm, isPaused }, due, next, missed, last }: PlannedReminder,
  today: CalendarDay,
): readonly string[] {
  const changed = due !== null && last && changesText(compareRows(last.rows, rows))
  return [
    count(rows.length, 'payment'),
    Amount.totalsOf(rows).map(Amount.format).join(' and '),
    ...(due === null ? [rhythmWords[rhythm]] : []),
    isPaused
      ? 'Paused'
      : due === null
        ? `next ${dayWords(next)}`
        : due === today
          ? 'Due today'
          : `Due since ${dayWords(due)}`,
    ...(missed > 0 ? [`${count(missed, 'earlier date')} without a payout here`] : []),
    ...(changed ? [`${changed} since last time`] : changed === '' ? ['Same as last time'] : []),
  ]
}

/** `1 Dec 2026`, whatever the time zone. */
export function dayWords(date: CalendarDay): string {
  const [year = 0, month = 1, at = 1] = date.split('-').map(Number)
  // By its parts: a stored date that does not exist must not become an error of the page.
  return day(new Date(year, month - 1, at, 12).getTime())
}

/** The compared fields of a row. */
export type ComparedRow = Pick<Payment, 'payee' | 'amount' | 'name'>

/** The differences between two lists of payments. */
type Changes = {
  readonly added: readonly ComparedRow[]
  readonly removed: readonly ComparedRow[]
  /** The same payee and token, and another amount. */
  readonly amounts: readonly { readonly before: ComparedRow; readonly after: ComparedRow }[]
}

/**
 * Compares a list with an earlier one, row by row: equal rows first, then those of the same payee and token in their
 * order. Every row of both is in exactly one group.
 */
export function compareRows(before: readonly ComparedRow[], after: readonly ComparedRow[]): Changes {
  const added: ComparedRow[] = []
  const removed: ComparedRow[] = []
  const amounts: { before: ComparedRow; after: ComparedRow }[] = []
  const [earlier, later] = [grouped(before), grouped(after)]
  for (const key of new Set([...earlier.keys(), ...later.keys()])) {
    const [gone, come] = withoutEqual(earlier.get(key) ?? [], later.get(key) ?? [])
    const both = Math.min(gone.length, come.length)
    for (let place = 0; place < both; place++) {
      const [was, is] = [gone[place], come[place]]
      if (was && is) amounts.push({ before: was, after: is })
    }
    removed.push(...gone.slice(both))
    added.push(...come.slice(both))
  }
  return { added, removed, amounts }
}

/** True if the two lists had the same payments. */
export function isUnchanged({ added, removed, amounts }: Changes): boolean {
  return added.length + removed.length + amounts.length === 0
}

/** The changes in words: `1 new · 2 left out`; empty for none. */
export function changesText({ added, removed, amounts }: Changes): string {
  return [
    ...(added.length > 0 ? [`${added.length} new`] : []),
    ...(removed.length > 0 ? [`${removed.length} left out`] : []),
    ...(amounts.length > 0 ? [`${amounts.length} with another amount`] : []),
  ].join(' · ')
}

function grouped(rows: readonly ComparedRow[]): Map<string, ComparedRow[]> {
  const groups = new Map<string, ComparedRow[]>()
  for (const row of rows) {
    const key = `${row.payee} ${Token.key(row.amount.token)}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** The rest of both lists after equal amounts are taken from each. */
function withoutEqual(
  before: readonly ComparedRow[],
  after: readonly ComparedRow[],
): readonly [readonly ComparedRow[], readonly ComparedRow[]] {
  const counts = new Map<bigint, number>()
  for (const { amount } of before) counts.set(amount.value, (counts.get(amount.value) ?? 0) + 1)
  const come = after.filter(({ amount: { value } }) => {
    const left = counts.get(value) ?? 0
    if (left > 0) counts.set(value, left - 1)
    return left === 0
  })
  // Of several equal rows, the last ones stay in the rest.
  const gone = before.toReversed().filter(({ amount: { value } }) => {
    const left = counts.get(value) ?? 0
    if (left > 0) counts.set(value, left - 1)
    return left > 0
  })
  return [gone.toReversed(), come]
}

/** A row whose name now belongs to another address. */
export type MovedContact = {
  /** Its place in the list. */
  readonly place: number
  readonly name: string
  readonly pays: Address
  /** The current addresses of the people of that name. */
  readonly saved: readonly Address[]
}

/**
 * Rows whose name belongs to a person with another saved address. The row still pays its own address.
 * @param named the addresses of the people of a name, see `findByName`
 */
export function movedContacts(
  rows: readonly ComparedRow[],
  named: (name: string) => readonly Address[],
): readonly MovedContact[] {
  return rows.flatMap(({ name, payee }, place) => {
    const saved = name ? named(name) : []
    return name && saved.length > 0 && !saved.includes(payee) ? [{ place, name, pays: payee, saved }] : []
  })
}
