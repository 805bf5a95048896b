import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import * as Amount from '#chain/money/Amount.ts'
import { PersonName } from '#components/payee/PersonName.tsx'
import { usePeople } from '#components/payee/usePeople.ts'
import { besideText, countWords, rowWords } from '#components/payout/rowWords.ts'
import { usePayoutContext, usePayoutStatuses, usePayouts } from '#components/payout/usePayouts.ts'
import { countRows, foldStatuses } from '#domain/ledger/foldStatus.ts'
import type { Payment, Payout, Run } from '#domain/payout/Payout.ts'
import { findByName } from '#domain/people/Person.ts'
import { MOST_REMINDER_ROWS, type Reminder, rhythmWords } from '#domain/reminders/Reminder.ts'
import {
  type ComparedRow,
  changesText,
  compareRows,
  dayWords,
  isUnchanged,
  type MovedContact,
  movedContacts,
} from '#domain/reminders/reminderAttention.ts'
import { namedRows, runsOf, scheduleOf, withSkippedDate } from '#domain/reminders/reminderSchedule.ts'
import { count, day, plural } from '#domain/shared/format.ts'
import { payoutPath, payPaths } from '#domain/shared/paths.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ShortAddress } from '#ui/content/Identity.tsx'
import { Notice, type NoticeProps, Notices } from '#ui/Notice.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import { useReminders, useToday } from './Reminders.tsx'
import css from './RunCard.module.css'

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
  return <FoundRun {...props} reminder={reminder} replace={replace} />
}

function FoundRun(
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
  const lastTime = useLastTime(account, last && last.id !== other?.id ? last : null)
  const onUse = ({ place, saved: [address] }: MovedContact) => {
    const line = rows?.[place]?.line
    if (line !== undefined && address) list?.onEdit(line, { payee: address })
  }
  const notices = [
    other ? otherNotice(other, run.due) : null,
    isFromFile ? fileNotice : null,
    movedNotice(moved, list ? onUse : null),
    typeof lastTime === 'string' ? null : lastTime,
    !other && isSkipped ? skippedNotice(run.due) : null,
  ].filter((notice) => notice !== null)
  return (
    <Card title={reminder.name}>
      <p>
        For {dayWords(run.due)}, {rhythmWords[reminder.rhythm]}.{' '}
        {list && 'Nothing is sent before you review it. '}
        {!other && run.due > today && `If you pay it now, ${dayWords(run.due)} counts as paid. `}
        {run.due === due &&
          missed > 0 &&
          `${count(missed, 'earlier date')} without a payout here. This list pays one.`}
      </p>
      <Notices of={notices} />
      {last ? (
        <>
          <SinceLast before={last.rows} after={rows} when={day(last.createdAt)} path={payoutPath(last.id)} />
          {typeof lastTime === 'string' && <p className="text-small">{lastTime}</p>}
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

/**
 * A line or a notice about the rows of the last time that are not proven paid. They stay with that payout: this list pays
 * another date.
 */
function useLastTime(account: Account, payout: Payout | null): string | NoticeProps | null {
  const { shownOf, isReading, failing } = usePayoutStatuses(usePayoutContext(account), payout ? [payout] : [])
  if (!payout) return null
  if (isReading) return 'Checking whether everyone was paid last time…'
  const states = foldStatuses(payout, shownOf)
  const open = states.flatMap((state, place) => {
    const row = payout.rows[place]
    return row && (state.status.kind !== 'paid' || state.beside.length > 0) ? [{ state, row, place }] : []
  })
  if (open.length === 0) return 'Everyone was paid last time.'
  return {
    tone: 'warn',
    title: failing
      ? 'We couldn’t check whether everyone was paid last time.'
      : `Last time isn’t settled: ${countWords(countRows(open.map(({ state }) => state)))}`,
    actions: <Link href={payoutPath(payout.id)}>See last time</Link>,
    children: (
      <>
        <ul className="layout-tight">
          {open.slice(0, SHOWN).map(({ state, row, place }) => (
            <li key={place}>
              <PayeeLabel row={row} /> {Amount.format(row.amount)}: {rowWords(state, row.amount.token).title}
              {state.beside.length > 0 && `. ${besideText(state)}`}
            </li>
          ))}
        </ul>
        {open.length > SHOWN && <p>and {open.length - SHOWN} more</p>}
        <p>Settle them there. Don’t add them to this list, or they may be paid twice.</p>
      </>
    ),
  }
}

/** Another payout of the same date. */
function otherNotice({ id, restored }: Payout, due: string): NoticeProps {
  return {
    tone: 'warn',
    title: restored
      ? `A backup file says that ${dayWords(due)} was paid from this reminder.`
      : `${dayWords(due)} was already paid from this reminder, or is under way.`,
    actions: <Link href={payoutPath(id)}>See that payout</Link>,
    children: <p>Don’t pay it twice.{restored && ' If its payments are there, skip this time.'}</p>,
  }
}

function skippedNotice(due: string): NoticeProps {
  return {
    tone: 'info',
    title: `You skipped ${dayWords(due)}.`,
    children: <p>You can still review and pay this list.</p>,
  }
}

const fileNotice: NoticeProps = {
  tone: 'warn',
  title: 'This reminder comes from a backup file.',
  children: <p>Compare each address with one that you know. It was never paid from this browser.</p>,
}

/**
 * Rows that name a person who is saved with another address. The person decides which one is paid.
 * @param onUse null where rows can no longer be changed
 */
function movedNotice(
  moved: readonly MovedContact[],
  onUse: ((moved: MovedContact) => void) | null,
): NoticeProps | null {
  if (moved.length === 0) return null
  return {
    tone: 'warn',
    title: plural(
      moved.length,
      'One person is saved with another address now.',
      `${moved.length} people are saved with another address now.`,
    ),
    children: (
      <>
        <ul className={css.moved}>
          {moved.map((one) => (
            <li key={one.place}>
              <p>
                <strong>
                  <bdi>{one.name}</bdi>
                </strong>
              </p>
              <p>
                This list pays <GroupedAddress address={one.pays} />
              </p>
              {one.saved.map((address) => (
                <p key={address}>
                  In People <GroupedAddress address={address} />
                </p>
              ))}
              {onUse && one.saved.length === 1 && (
                <Button size="small" onClick={() => onUse(one)}>
                  Pay {one.name} at the address in People
                </Button>
              )}
            </li>
          ))}
        </ul>
        <p>Ask them which one is theirs, by a way that you know.</p>
      </>
    ),
  }
}

const SHOWN_CHANGES = 5

/** The differences from the last time, row by row. */
function SinceLast(props: {
  before: readonly ComparedRow[]
  /** Null while a row is being corrected. */
  after: readonly ComparedRow[] | null
  /** The day of the last time, with the path of its page. */
  when: string
  path: string
}) {
  const { before, after, when, path } = props
  const changes = useMemo(() => after && compareRows(before, after), [before, after])
  if (changes === null) return <p role="status">It’s compared with the last time once every row is fixed.</p>
  const { added, removed, amounts } = changes
  const last = <Link href={path}>{when}</Link>
  if (isUnchanged(changes))
    return (
      <p role="status">
        Same {count(before.length, 'payment')} as last time, {last}.
      </p>
    )
  const lines: readonly ReactNode[] = [
    ...added.map((row) => (
      <>
        <strong>New:</strong> <PayeeLabel row={row} /> gets {Amount.format(row.amount)}.
      </>
    )),
    ...removed.map((row) => (
      <>
        <strong>Left out:</strong> <PayeeLabel row={row} /> got {Amount.format(row.amount)}.
      </>
    )),
    ...amounts.map(({ before: was, after: is }) => (
      <>
        <strong>{is.amount.value > was.amount.value ? 'More:' : 'Less:'}</strong> <PayeeLabel row={is} /> gets{' '}
        {Amount.format(is.amount)}, last time {Amount.format(was.amount)}.
      </>
    )),
  ]
  return (
    <section className="layout-group" aria-label="Changes since last time">
      <h3>
        {changesText(changes)} since {last}
      </h3>
      <ChangeLines of={lines.slice(0, SHOWN_CHANGES)} />
      {lines.length > SHOWN_CHANGES && (
        <Disclosure summary={`${lines.length - SHOWN_CHANGES} more changes`}>
          <ChangeLines of={lines.slice(SHOWN_CHANGES)} />
        </Disclosure>
      )}
    </section>
  )
}

function ChangeLines({ of }: { of: readonly ReactNode[] }) {
  return (
    <ul className="layout-tight">
      {of.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal rows have equal lines
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}

function PayeeLabel({ row: { payee, name } }: { row: ComparedRow }) {
  return (
    <>
      <PersonName address={payee} given={name} /> <ShortAddress address={payee} />
    </>
  )
}
