import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import * as Amount from '#chain/money/Amount.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { besideText, countWords, rowWords } from '#components/payout/rowWords.ts'
import { usePayoutStatuses } from '#components/payout/usePayoutStatuses.ts'
import { usePayoutContext, usePayouts } from '#components/payout/usePayouts.ts'
import { useReminders, useToday } from '#components/payout/useReminders.ts'
import { countRows, foldStatuses } from '#domain/ledger/foldStatus.ts'
import type { Payment, Payout, Run } from '#domain/payout/Payout.ts'
import { findByName } from '#domain/people/Person.ts'
import { compareRows, isUnchanged, movedContacts } from '#domain/reminders/changes.ts'
import { dayWords } from '#domain/reminders/dayWords.ts'
import { MOST_REMINDER_ROWS, type Reminder } from '#domain/reminders/Reminder.ts'
import { namedRows } from '#domain/reminders/reminderDraft.ts'
import { runsOf, scheduleOf, withSkippedDate } from '#domain/reminders/reminderSchedule.ts'
import { rhythmWords } from '#domain/reminders/rhythm.ts'
import { count, day } from '#domain/shared/format.ts'
import { payoutPath, payPaths } from '#domain/shared/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Notice } from '#ui/Notice.tsx'
import { MovedContacts } from './MovedContacts.tsx'
import { SinceLast, Who } from './SinceLast.tsx'

type RunProps = {
  account: Account
  run: Run
  /** The payments as they are now; null while one of them is being corrected, or a question about them is open. */
  payments: readonly Payment[] | null
  /** Missing in the review, where nothing can be changed. */
  list?: {
    readonly onEdit: (line: number, change: { payee: string }) => void
    /** Closes the list and forgets its draft. */
    readonly onLeave: () => void
    /** Called with true while the card has nothing that a person should look at before the review. */
    readonly onQuiet: (isQuiet: boolean) => void
  }
}

/**
 * The reminder that payments were filled in from: the changes since the last time, and the facts to know before they are
 * paid. It blocks nothing; the review compares them with every payment as always.
 */
export function RunCard(props: RunProps) {
  const { account, run } = props
  const { reminders, replace } = useReminders(account.address)
  const reminder = reminders.find(({ id }) => id === run.template)
  if (!reminder)
    return (
      <Notice tone="info" title="The reminder of this list was stopped.">
        <p>You can still review and pay the list.</p>
      </Notice>
    )
  return <Known {...props} reminder={reminder} replace={replace} />
}

function Known(
  props: RunProps & {
    reminder: Reminder
    replace: (before: Reminder, after: Reminder) => string | null
  },
) {
  const { account, run, payments: rows, list, reminder, replace } = props
  const { payouts } = usePayouts(usePayoutContext(account))
  const { people, nameOf } = usePeople()
  const today = useToday()
  const [, navigate] = useLocation()
  const [isSaved, setSaved] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const { last, missed, due } = scheduleOf(reminder, payouts, today)
  const other = [...runsOf(reminder, payouts)]
    .sort((a, b) => Number(a.restored ?? false) - Number(b.restored ?? false))
    .find((payout) => payout.run?.due === run.due)
  const moved = useMemo(() => movedContacts(rows ?? [], findByName(people)), [rows, people])
  const isOwnChange = rows !== null && !isUnchanged(compareRows(reminder.rows, rows))
  const isSkipped = reminder.skipped !== null && reminder.skipped >= run.due
  const isFromFile =
    reminder.isRestored && (last === null || last.restored || last.run?.template !== reminder.id)
  const isQuiet = rows !== null && moved.length === 0 && !other && !isSkipped && !isFromFile
  const report = useEffectEvent((quiet: boolean) => list?.onQuiet(quiet))
  useEffect(() => report(isQuiet), [isQuiet])
  return (
    <Card title={reminder.name}>
      <p>
        For {dayWords(run.due)}, {rhythmWords[reminder.rhythm]}.{' '}
        {list && 'Nothing is sent before you review it. '}
        {!other && run.due > today && `If you pay it now, ${dayWords(run.due)} counts as paid. `}
        {run.due === due && missed > 0 && `${count(missed, 'earlier date')} not paid. This list pays one.`}
      </p>
      {other && (
        <Notice
          tone="warn"
          title={
            other.restored
              ? `A backup file says that ${dayWords(run.due)} was paid from this reminder.`
              : `${dayWords(run.due)} was already paid from this reminder, or is under way.`
          }
          actions={<Link href={payoutPath(other.id)}>See that payout</Link>}
        >
          <p>Don’t pay it twice.{other.restored && ' If its payments are there, skip this time.'}</p>
        </Notice>
      )}
      {!other && isSkipped && (
        <Notice tone="info" title={`You skipped ${dayWords(run.due)}.`}>
          <p>You can still review and pay this list.</p>
        </Notice>
      )}
      {isFromFile && (
        <Notice tone="warn" title="This reminder comes from a backup file.">
          <p>Compare each address with one that you know. It was never paid from this browser.</p>
        </Notice>
      )}
      <MovedContacts
        moved={moved}
        {...(list && {
          onUse: ({ place, saved: [address] }) => {
            const line = rows?.[place]?.line
            if (line !== undefined && address) list.onEdit(line, { payee: address })
          },
        })}
      />
      {last ? (
        <>
          <SinceLast before={last.rows} after={rows} when={day(last.createdAt)} path={payoutPath(last.id)} />
          {last.id !== other?.id && <LastTime account={account} payout={last} />}
        </>
      ) : (
        <p className="text-small">The last payout isn’t in this browser, so there’s nothing to compare.</p>
      )}
      {list && (
        <Actions>
          {isOwnChange && rows.length > 0 && rows.length <= MOST_REMINDER_ROWS && (
            <Button
              size="small"
              onClick={() => {
                const kept = { rows: namedRows(rows, nameOf), isRestored: false }
                const refused = replace(reminder, { ...reminder, ...kept })
                setFault(refused)
                setSaved(refused === null)
              }}
            >
              Use these rows next time
            </Button>
          )}
          {(!other || other.restored) && !isSkipped && (
            <Button
              size="small"
              onClick={() => {
                const refused = replace(reminder, withSkippedDate(reminder, run.due))
                if (refused !== null) return setFault(refused)
                list.onLeave()
                navigate(payPaths.one)
              }}
            >
              Skip this time
            </Button>
          )}
        </Actions>
      )}
      {fault !== null && <p role="alert">{fault}</p>}
      {isSaved && !isOwnChange && <p role="status">The reminder has these rows now.</p>}
    </Card>
  )
}

/** How many rows are named; the payout's page has all of them. */
const SHOWN = 5

/** The rows of the last time that are not proven paid. They stay with that payout: this list pays another date. */
function LastTime({ account, payout }: { account: Account; payout: Payout }) {
  const { shownOf, isReading, failing } = usePayoutStatuses(usePayoutContext(account), [payout])
  if (isReading) return <p className="text-small">Checking whether everyone was paid last time…</p>
  const states = foldStatuses(payout, shownOf)
  const open = states.flatMap((state, place) => {
    const row = payout.rows[place]
    return row && (state.status.kind !== 'paid' || state.beside.length > 0) ? [{ state, row, place }] : []
  })
  if (open.length === 0) return <p className="text-small">Everyone was paid last time.</p>
  return (
    <Notice
      tone="warn"
      title={
        failing
          ? 'We couldn’t check whether everyone was paid last time.'
          : `Last time isn’t settled: ${countWords(countRows(open.map(({ state }) => state)))}`
      }
      actions={<Link href={payoutPath(payout.id)}>See last time</Link>}
    >
      <ul className="layout-tight">
        {open.slice(0, SHOWN).map(({ state, row, place }) => (
          <li key={place}>
            <Who row={row} /> {Amount.format(row.amount)}: {rowWords(state, row.amount.token).title}
            {state.beside.length > 0 && `. ${besideText(state)}`}
          </li>
        ))}
      </ul>
      {open.length > SHOWN && <p>and {open.length - SHOWN} more</p>}
      <p>Settle them there. Don’t add them to this list, or they may be paid twice.</p>
    </Notice>
  )
}
