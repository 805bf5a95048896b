import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { dayWords, planReminders } from '#domain/reminders/reminderAttention.ts'
import { repeatFault } from '#domain/reminders/reminderSchedule.ts'
import { payPaths, rowsPath } from '#domain/shared/paths.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { ReminderRows, useReminderForm, useReminders, useToday } from './Reminders.tsx'

/** The next thing to do: repeat the payout, now or whenever its reminder is due, or make another. */
export function RepeatCard(props: {
  account: Account
  payout: Payout
  /** False where another part of the page asks whether to repeat what may have been paid. */
  mayRepeat: boolean
  /** Further buttons, folded. */
  more: ReactNode
}) {
  const { account, payout } = props
  const { run } = payout
  const { payouts } = usePayouts(usePayoutContext(account))
  const { all, reminders } = useReminders(account.address)
  const today = useToday()
  const form = useReminderForm(account)
  const own = reminders.filter(({ id, source }) => id === run?.template || source === payout.id)
  const fault = repeatFault(payout, all)
  const now = (
    <>
      {run && (
        <p>
          This payout is for {dayWords(run.due)}.{own.length === 0 && ' Its reminder was stopped.'}
        </p>
      )}
      <Actions>
        {props.mayRepeat && (
          <Link className="button" href={rowsPath(payout.id)}>
            Repeat
          </Link>
        )}
        {own.length === 0 && fault === null && (
          <Button onClick={() => form.open(payout.id)}>Remind me</Button>
        )}
        <Link className="button" href={payPaths.one}>
          New payment
        </Link>
      </Actions>
      {own.length === 0 && (fault ? <p className="text-small">{fault}</p> : form.formOf(payout.id, payout))}
      {form.said}
      <Disclosure summary="More">
        <Actions>{props.more}</Actions>
      </Disclosure>
    </>
  )
  if (own.length === 0) return <Card title="Next">{now}</Card>
  return (
    <Card title="Next" flush>
      <ReminderRows label="Its reminder" of={planReminders(own, payouts, today)} form={form} />
      <Inset>{now}</Inset>
    </Card>
  )
}
