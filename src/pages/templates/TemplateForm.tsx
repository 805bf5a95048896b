import { useState } from 'react'
import type { Account } from '#account/Account.ts'
import { CampaignField } from '#components/payout/CampaignField.tsx'
import type { CalendarDay } from '#domain/shared/calendar.ts'
import { rhythms, rhythmWords } from '#domain/templates/rhythm.ts'
import { LONGEST_TEMPLATE_NAME, type Template } from '#domain/templates/Template.ts'
import { readTemplateDraft, type TemplateDraft } from '#domain/templates/templateDraft.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx'
import { Form } from '#ui/form/Form.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import css from './Templates.module.css'

/** Name, rhythm, next date and campaign of a template. */
export function TemplateForm(props: {
  account: Account
  title: string
  initial: TemplateDraft
  today: CalendarDay
  /** The date that stays allowed although it has passed; null for a new template. */
  planned: CalendarDay | null
  onSave: (fields: Pick<Template, 'name' | 'rhythm' | 'anchor' | 'tag'>) => void
  /** Called when the person agreed to the removal. */
  onRemove?: () => void
  onCancel: () => void
}) {
  const [draft, setDraft] = useState(props.initial)
  const [isAsked, setAsked] = useState(false)
  const read = readTemplateDraft(draft, props.today, props.planned)
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
          maxLength={LONGEST_TEMPLATE_NAME * 2}
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
