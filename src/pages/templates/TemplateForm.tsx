import { type FormEvent, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { CampaignField } from '#components/payout/CampaignField.tsx'
import type { CalendarDay } from '#domain/shared/calendar.ts'
import { type Rhythm, rhythms, rhythmWords } from '#domain/templates/rhythm.ts'
import { LONGEST_TEMPLATE_NAME, type Template } from '#domain/templates/Template.ts'
import { readTemplateDraft, type TemplateDraft } from '#domain/templates/templateDraft.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Field } from '#ui/Field.tsx'
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
  const [isSure, setSure] = useState(false)
  const read = readTemplateDraft(draft, props.today, props.planned)
  const faults = isAsked && !read.ok ? read.faults : {}
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setAsked(true)
    if (read.ok) return props.onSave(read.fields)
    const form = event.currentTarget
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return (
    <Card title={props.title} arriving>
      <form className="layout-form" onSubmit={save} noValidate>
        <Field label="Name" fault={faults.name ?? null}>
          {(control) => (
            <input
              {...control}
              value={draft.name}
              autoComplete="off"
              maxLength={LONGEST_TEMPLATE_NAME * 2}
              onChange={({ target: { value } }) => setDraft({ ...draft, name: value })}
            />
          )}
        </Field>
        <div className={css.pair}>
          <Field label="Repeat">
            {(control) => (
              <select
                {...control}
                value={draft.rhythm}
                onChange={({ target: { value } }) => setDraft({ ...draft, rhythm: value as Rhythm })}
              >
                {rhythms.map((rhythm) => (
                  <option key={rhythm} value={rhythm}>
                    {rhythmWords[rhythm].replace('every', 'Every')}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field
            label="Next date"
            hint="The 31st becomes the last day of a shorter month."
            fault={faults.next ?? null}
          >
            {(control) => (
              <input
                {...control}
                type="date"
                value={draft.next}
                max="2199-12-31"
                onChange={({ target: { value } }) => setDraft({ ...draft, next: value })}
              />
            )}
          </Field>
        </div>
        <CampaignField
          account={props.account}
          tag={draft.campaign || null}
          fault={faults.campaign ?? null}
          onChange={() => {}}
          onTyped={(campaign) => setDraft((before) => ({ ...before, campaign }))}
        />
        <Actions>
          <Button primary type="submit">
            Save
          </Button>
          <Button onClick={props.onCancel}>Cancel</Button>
          {props.onRemove &&
            (isSure ? (
              <Button onClick={props.onRemove}>Remove, keep its payouts</Button>
            ) : (
              <Button ghost onClick={() => setSure(true)}>
                Remove
              </Button>
            ))}
        </Actions>
      </form>
    </Card>
  )
}
