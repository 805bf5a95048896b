import { useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { CampaignField } from '#components/payout/CampaignField.tsx'
import { usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { useReminders, useToday } from '#components/payout/useReminders.ts'
import { dayWords } from '#domain/reminders/dayWords.ts'
import { LONGEST_REMINDER_NAME, MOST_REMINDERS, type Reminder } from '#domain/reminders/Reminder.ts'
import {
  type ReminderDraft,
  readReminderDraft,
  reminderOf,
  repeatFault,
} from '#domain/reminders/reminderDraft.ts'
import { scheduleOf } from '#domain/reminders/reminderSchedule.ts'
import { rhythms, rhythmWords } from '#domain/reminders/rhythm.ts'
import { addMonths, type CalendarDay } from '#domain/shared/calendar.ts'
import { plural } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx'
import { Form } from '#ui/form/Form.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { Said } from './TemplateList.tsx'
import css from './Templates.module.css'

/** Makes a template of a payout. */
export function NewTemplate({
  account,
  payout: id,
  onDone,
}: {
  account: Account
  payout: string
  onDone: (said: Said | null) => void
}) {
  const { payouts } = usePayoutContext(account)
  const { all, keep } = useReminders(account.address)
  const { nameOf } = usePeople()
  const today = useToday()
  const payout = payouts.read(id)
  const fault = !payout
    ? 'This payout isn’t saved in this browser.'
    : all.length >= MOST_REMINDERS
      ? `This browser keeps at most ${MOST_REMINDERS} templates. Remove one first.`
      : repeatFault(payout)
  if (!payout || fault !== null) return <Notice tone="warn" title={fault ?? ''} />
  return (
    <TemplateForm
      account={account}
      title={`Repeat ${plural(payout.rows.length, 'this payment', `these ${payout.rows.length} payments`)}`}
      initial={{
        name: payout.title ?? '',
        rhythm: 'month',
        next: addMonths(today, 1),
        campaign: payout.tag ?? '',
      }}
      today={today}
      planned={null}
      onSave={(fields) => {
        const fault = keep([reminderOf(payout, fields, nameOf, Date.now())])
        onDone({ words: fault ?? `${fields.name} is saved. It’s due on ${dayWords(fields.anchor)}.` })
      }}
      onCancel={() => onDone(null)}
    />
  )
}

/** Changes or removes a template. */
export function ChangedTemplate({
  account,
  id,
  onDone,
}: {
  account: Account
  id: string
  onDone: (said: Said | null) => void
}) {
  const { payouts } = usePayouts(usePayoutContext(account))
  const { reminders: templates, keep, replace, forget } = useReminders(account.address)
  const today = useToday()
  // The template as it was opened: changes by another tab since then are not overwritten.
  const [template] = useState(() => templates.find((one) => one.id === id))
  const [next] = useState(() => template && scheduleOf(template, payouts, today).next)
  if (!template || next === undefined)
    return <Notice tone="warn" title="This template isn’t saved in this browser for this address." />
  const { name, rhythm, tag } = template
  return (
    <TemplateForm
      account={account}
      title={`Edit ${name}`}
      initial={{ name, rhythm, next, campaign: tag ?? '' }}
      today={today}
      planned={next}
      onSave={(fields) => {
        // An unchanged date keeps the day of the month that a shorter month may have cut.
        const isSame = fields.anchor === next && fields.rhythm === rhythm
        const anchor = isSame ? template.anchor : fields.anchor
        const fault = replace(template, { ...template, ...fields, anchor, isRestored: false })
        onDone({ words: fault ?? `${fields.name} is saved.` })
      }}
      onRemove={() => {
        forget(template)
        onDone({ words: `${name} is removed.`, undo: () => keep([template]) })
      }}
      onCancel={() => onDone(null)}
    />
  )
}

/** Name, rhythm, next date and campaign of a template. */
function TemplateForm(props: {
  account: Account
  title: string
  initial: ReminderDraft
  today: CalendarDay
  /** The date that stays allowed although it has passed; null for a new template. */
  planned: CalendarDay | null
  onSave: (fields: Pick<Reminder, 'name' | 'rhythm' | 'anchor' | 'tag'>) => void
  /** Called when the person agreed to the removal. */
  onRemove?: () => void
  onCancel: () => void
}) {
  const [draft, setDraft] = useState(props.initial)
  const [isAsked, setAsked] = useState(false)
  const read = readReminderDraft(draft, props.today, props.planned)
  const faults = isAsked && !read.ok ? read.faults : {}
  const save = () => {
    setAsked(true)
    if (read.ok) props.onSave(read.fields)
  }
  return (
    <Card title={props.title} arriving>
      <Form onSubmit={save}>
        <TextField
          label="Name"
          fault={faults.name}
          value={draft.name}
          maxLength={LONGEST_REMINDER_NAME * 2}
          onText={(name) => setDraft({ ...draft, name })}
        />
        <div className={css.pair}>
          <SelectField
            label="Repeat"
            value={draft.rhythm}
            options={rhythms.map((rhythm) => [rhythm, rhythmWords[rhythm].replace('every', 'Every')])}
            onChoose={(rhythm) => setDraft({ ...draft, rhythm })}
          />
          <TextField
            label="Next date"
            hint="The 31st becomes the last day of a shorter month."
            fault={faults.next}
            type="date"
            value={draft.next}
            max="2199-12-31"
            onText={(next) => setDraft({ ...draft, next })}
          />
        </div>
        <CampaignField
          account={props.account}
          tag={draft.campaign || null}
          fault={faults.campaign}
          onTyped={(campaign) => setDraft((before) => ({ ...before, campaign }))}
        />
        <Actions>
          <Button primary type="submit">
            Save
          </Button>
          <Button onClick={props.onCancel}>Cancel</Button>
          {props.onRemove && (
            <ConfirmDialog label="Remove" confirm="Remove, keep its payouts" onConfirm={props.onRemove} />
          )}
        </Actions>
      </Form>
    </Card>
  )
}
