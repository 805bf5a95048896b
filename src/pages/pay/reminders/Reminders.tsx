import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { UnreadableNotice } from '#components/stored/UnreadableNotice.tsx'
import { useKeptList } from '#components/stored/useKept.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import {
  keptReminders,
  LONGEST_REMINDER_NAME,
  remindersOf,
  rhythms,
  rhythmWords,
} from '#domain/reminders/Reminder.ts'
import {
  dayWords,
  type PlannedReminder,
  planReminders,
  reminderWords,
} from '#domain/reminders/reminderAttention.ts'
import {
  newReminderDraft,
  readReminderDraft,
  reminderOf,
  withFields,
} from '#domain/reminders/reminderSchedule.ts'
import { type CalendarDay, toCalendarDay } from '#domain/shared/calendar.ts'
import { count } from '#domain/shared/format.ts'
import { runPath } from '#domain/shared/paths.ts'
import { Actions, Button, buttonClass } from '#ui/Button.tsx'
import { Card, Inset, Surface } from '#ui/content/Card.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx'
import { SelectField, TextField } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { useNow } from '#ui/useNow.ts'
import css from './Reminders.module.css'

/** The reminders of an account: what is due, and the others behind one line. Hidden if there are none. */
export function Reminders({ account }: { account: Account }) {
  const { payouts } = usePayouts(usePayoutContext(account))
  const { reminders, unreadable } = useReminders(account.address)
  const form = useReminderForm(account)
  const planned = planReminders(reminders, payouts, useToday())
  const due = planned.filter((one) => one.due !== null)
  const others = planned.filter((one) => one.due === null)
  const [first] = others
  return (
    <>
      <UnreadableNotice number={unreadable} one="reminder" left="shown" />
      {due.length > 0 && (
        <Card title="Reminders" flush>
          <ReminderRows label="Reminders" of={due} form={form} />
        </Card>
      )}
      {first && (
        <Disclosure
          summary={`${count(others.length, due.length > 0 ? 'other reminder' : 'reminder')} · ${first.reminder.isPaused ? 'paused' : `next ${dayWords(first.next)}`}`}
        >
          <Surface label="Other reminders">
            <ReminderRows label="Other reminders" of={others} form={form} />
          </Surface>
        </Disclosure>
      )}
      {form.said}
    </>
  )
}

/** Reminders with their changes, each with its form while it is changed. */
export function ReminderRows(props: {
  label: string
  of: readonly PlannedReminder[]
  form: ReturnType<typeof useReminderForm>
}) {
  const today = useToday()
  return (
    <Rows label={props.label}>
      {props.of.map((one) => {
        const { id, name, isPaused } = one.reminder
        const action = one.due ? 'Review' : 'Pay early'
        return (
          <li key={id}>
            <div className={`layout-acted ${css.item}`}>
              <Row
                mark={<Disc icon="refresh-cw" tone={one.due ? 'sign' : 'none'} />}
                title={<bdi>{name}</bdi>}
                sub={reminderWords(one, today).join(' · ')}
              />
              <div className={css.acts}>
                {!isPaused && (
                  <Link
                    className={buttonClass({ size: 'small' })}
                    href={runPath(id)}
                    aria-label={`${action}: ${name}`}
                  >
                    {action}
                  </Link>
                )}
                <Button ghost size="small" aria-label={`Change ${name}`} onClick={() => props.form.open(id)}>
                  Change
                </Button>
              </div>
            </div>
            <Inset>{props.form.formOf(id, one)}</Inset>
          </li>
        )
      })}
    </Rows>
  )
}

/** The last change of a reminder, and how to undo it. */
type ReminderOutcome = { readonly words: string; readonly undo?: () => void }

/** Title, rhythm and next date: of a reminder that is changed, or of a new one for a payout. */
function ReminderForm(props: {
  account: Account
  of: PlannedReminder | Payout
  /** Called with what was changed; null if nothing was. */
  onDone: (said: ReminderOutcome | null) => void
}) {
  const { account, onDone } = props
  const { keep, replace, forget } = useReminders(account.address)
  const { nameOf } = usePeople()
  const today = useToday()
  // As it was opened: changes by another tab since then are not overwritten.
  const [of] = useState(props.of)
  const before = 'reminder' in of ? of.reminder : null
  const [draft, setDraft] = useState(() =>
    'reminder' in of ? { ...of.reminder, next: of.next } : newReminderDraft(of, today),
  )
  const [isAsked, setAsked] = useState(false)
  const read = readReminderDraft(draft, today, 'next' in of ? of.next : null)
  const faults = isAsked && !read.ok ? read.faults : {}
  const save = () => {
    setAsked(true)
    if (!read.ok) return
    const { fields } = read
    const fault =
      'reminder' in of
        ? replace(of.reminder, withFields(of.reminder, fields, of.next))
        : keep([reminderOf(of, fields, nameOf, Date.now())])
    onDone({ words: fault ?? 'Reminder saved.' })
  }
  return (
    <Form onSubmit={save}>
      <TextField
        label="Title"
        fault={faults.name}
        value={draft.name}
        maxLength={LONGEST_REMINDER_NAME * 2}
        onText={(name) => setDraft({ ...draft, name })}
      />
      <div className="layout-columns">
        <SelectField
          label="Remind me"
          value={draft.rhythm}
          options={rhythms.map((rhythm) => [rhythm, rhythmWords[rhythm].replace('every', 'Every')])}
          onChoose={(rhythm) => setDraft({ ...draft, rhythm })}
        />
        <TextField
          label="Next date"
          fault={faults.next}
          type="date"
          value={draft.next}
          max="2199-12-31"
          onText={(next) => setDraft({ ...draft, next })}
        />
      </div>
      <Actions>
        <Button primary type="submit">
          Save
        </Button>
        <Button onClick={() => onDone(null)}>Cancel</Button>
        {before && (
          <ConfirmDialog
            label="Stop reminding"
            confirm="Stop, keep its payouts"
            onConfirm={() => {
              forget(before)
              onDone({ words: `${before.name}: no more reminders.`, undo: () => void keep([before]) })
            }}
          />
        )}
      </Actions>
    </Form>
  )
}

/** The form of the reminder, or of the payout, that is changed, and the line about the last change. */
export function useReminderForm(account: Account) {
  const [open, setOpen] = useState<string | null>(null)
  const [said, setSaid] = useState<ReminderOutcome | null>(null)
  const show = (id: string | null, next: ReminderOutcome | null) => {
    setOpen(id)
    setSaid(next)
  }
  const undo = said?.undo
  return {
    open: (id: string) => show(id, null),
    formOf: (id: string, of: PlannedReminder | Payout) =>
      open === id && <ReminderForm account={account} of={of} onDone={(next) => show(null, next)} />,
    said: (
      <p role="status" className="text-said">
        {said && `${said.words} `}
        {undo && (
          <Button
            ghost
            size="small"
            onClick={() => {
              undo()
              setSaid(null)
            }}
          >
            Undo
          </Button>
        )}
      </p>
    ),
  }
}

/** The reminders of an account, by name, and how to change them. */
export function useReminders(account: Address) {
  const { items, ...rest } = useKeptList(keptReminders)
  const reminders = useMemo(() => remindersOf(items, account), [items, account])
  return { ...rest, all: items, reminders }
}

/** The date in the person's time zone. */
export function useToday(): CalendarDay {
  return toCalendarDay(useNow())
}
