import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import * as Amount from '#chain/money/Amount.ts'
import { usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { useReminders, useToday } from '#components/payout/useReminders.ts'
import { dayWords } from '#domain/reminders/dayWords.ts'
import type { Reminder } from '#domain/reminders/Reminder.ts'
import { scheduleOf, withPause, withSkippedDate } from '#domain/reminders/reminderSchedule.ts'
import { rhythmWords } from '#domain/reminders/rhythm.ts'
import { count } from '#domain/shared/format.ts'
import { payPaths, runPath, templatePath } from '#domain/shared/paths.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'
import { Notice } from '#ui/Notice.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './Templates.module.css'

/** The last change of a template, and how to undo it. */
export type Said = { readonly words: string; readonly undo?: () => void }

/** The templates of an account: when each is due, and what can be done with it. */
export function TemplateList({ account, onSaid }: { account: Account; onSaid: (said: Said | null) => void }) {
  const { payouts } = usePayouts(usePayoutContext(account))
  const { reminders: templates, unreadable, replace } = useReminders(account.address)
  const today = useToday()
  const change = (template: Reminder, next: Reminder, words: string) => {
    const fault = replace(template, next)
    onSaid(fault === null ? { words, undo: () => replace(next, template) } : { words: fault })
  }
  return (
    <>
      {unreadable > 0 && (
        <Notice tone="warn" title={`${count(unreadable, 'template')} couldn’t be read.`}>
          <p>They stay in this browser and aren’t shown.</p>
        </Notice>
      )}
      <Surface label="Templates">
        {templates.length === 0 ? (
          <EmptyState
            icon="refresh-cw"
            title="Nothing repeats yet"
            text="Open a payout that you made and choose Repeat this payout under More."
          >
            <Link className="button" href={payPaths.list}>
              Recent payouts
            </Link>
          </EmptyState>
        ) : (
          <Rows label="Templates">
            {templates.map((template) => {
              const { id, name, rows, rhythm, tag, isPaused } = template
              const { due, next, missed } = scheduleOf(template, payouts, today)
              return (
                <li key={id} className={css.item}>
                  <Row
                    mark={<Disc icon="refresh-cw" tone={due ? 'sign' : 'none'} />}
                    title={<bdi>{name}</bdi>}
                    sub={
                      <>
                        <span>{count(rows.length, 'payment')}</span>
                        <span>{Amount.totalsOf(rows).map(Amount.format).join(' and ')}</span>
                        <span>{rhythmWords[rhythm]}</span>
                        {!isPaused && (
                          <span>
                            {due ? 'since' : 'next'} {dayWords(next)}
                          </span>
                        )}
                        {missed > 0 && <span>{count(missed, 'earlier date')} not paid</span>}
                        {tag && <bdi>#{tag}</bdi>}
                      </>
                    }
                    status={
                      isPaused ? (
                        <StatusBadge tone="none">Paused</StatusBadge>
                      ) : (
                        due && <StatusBadge tone="sign">Due</StatusBadge>
                      )
                    }
                  />
                  <div className={css.acts}>
                    {!isPaused && (
                      <Link
                        className={buttonClass({ size: 'small' })}
                        href={runPath(id)}
                        aria-label={`${due ? 'Open' : 'Pay early'}: ${name}`}
                      >
                        {due ? 'Open' : 'Pay early'}
                      </Link>
                    )}
                    {!isPaused && (
                      <Button
                        ghost
                        size="small"
                        aria-label={`Skip ${dayWords(next)} of ${name}`}
                        onClick={() =>
                          change(
                            template,
                            withSkippedDate(template, next),
                            `${name}: ${dayWords(next)} is skipped.`,
                          )
                        }
                      >
                        Skip
                      </Button>
                    )}
                    <Button
                      ghost
                      size="small"
                      aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
                      onClick={() =>
                        change(
                          template,
                          withPause(template, !isPaused, today),
                          `${name} ${isPaused ? 'goes on' : 'is paused'}.`,
                        )
                      }
                    >
                      {isPaused ? 'Resume' : 'Pause'}
                    </Button>
                    <Link
                      className={buttonClass({ ghost: true, size: 'small' })}
                      href={templatePath(id)}
                      aria-label={`Edit ${name}`}
                    >
                      Edit
                    </Link>
                  </div>
                </li>
              )
            })}
          </Rows>
        )}
      </Surface>
    </>
  )
}
