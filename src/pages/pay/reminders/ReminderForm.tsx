import { useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { useReminders, useToday } from '#components/payout/useReminders.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { LONGEST_REMINDER_NAME, rhythms, rhythmWords } from '#domain/reminders/Reminder.ts'
import type { PlannedReminder } from '#domain/reminders/reminderAttention.ts'
import {
  newReminderDraft,
  readReminderDraft,
  reminderOf,
  withFields,
} from '#domain/reminders/reminderDraft.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx'
import { Form } from '#ui/form/Form.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import css from './Reminders.module.css'

/** The last change of a reminder, and how to undo it. */
type Said = { readonly words: string; readonly undo?: () => void }

/** Title, rhythm and next date: of a reminder that is changed, or of a new one for a payout. */
function ReminderForm(props: {
  account: Account
  of: PlannedReminder | Payout
  /** Called with what was changed; null if nothing was. */
  onDone: (said: Said | null) => void
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
      <div className={css.pair}>
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
  const [said, setSaid] = useState<Said | null>(null)
  const show = (id: string | null, next: Said | null) => {
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
