import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { useReminders, useToday } from '#components/payout/useReminders.ts'
import {
  dayWords,
  type PlannedReminder,
  planReminders,
  reminderWords,
} from '#domain/reminders/reminderAttention.ts'
import { count } from '#domain/shared/format.ts'
import { runPath } from '#domain/shared/paths.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card, Inset, Surface } from '#ui/content/Card.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { useReminderForm } from './ReminderForm.tsx'
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
      {unreadable > 0 && (
        <Notice tone="warn" title={`${count(unreadable, 'reminder')} couldn’t be read.`}>
          <p>They stay in this browser and aren’t shown.</p>
        </Notice>
      )}
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
            <div className={css.item}>
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
