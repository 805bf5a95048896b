import { type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import * as Amount from '#chain/money/Amount.ts'
import { PersonName } from '#components/payee/PersonName.tsx'
import { type ComparedRow, changesText, compareRows, isUnchanged } from '#domain/reminders/changes.ts'
import { count } from '#domain/shared/format.ts'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import css from './RunCard.module.css'

/** How many changes are listed at once; the rest is folded. */
const SHOWN = 5

/** The differences from the last time, row by row. */
export function SinceLast({
  before,
  after,
  when,
  path,
}: {
  before: readonly ComparedRow[]
  /** Null while a row is being corrected. */
  after: readonly ComparedRow[] | null
  /** The day of the last time. */
  when: string
  /** Its page. */
  path: string
}) {
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
        <strong>New:</strong> <Who row={row} /> gets {Amount.format(row.amount)}.
      </>
    )),
    ...removed.map((row) => (
      <>
        <strong>Left out:</strong> <Who row={row} /> got {Amount.format(row.amount)}.
      </>
    )),
    ...amounts.map(({ before: was, after: is }) => (
      <>
        <strong>{is.amount.value > was.amount.value ? 'More:' : 'Less:'}</strong> <Who row={is} /> gets{' '}
        {Amount.format(is.amount)}, last time {Amount.format(was.amount)}.
      </>
    )),
  ]
  return (
    <section className={css.part} aria-label="Changes since last time">
      <h3>
        {changesText(changes)} since {last}
      </h3>
      <Lines of={lines.slice(0, SHOWN)} />
      {lines.length > SHOWN && (
        <Disclosure summary={`${lines.length - SHOWN} more changes`}>
          <Lines of={lines.slice(SHOWN)} />
        </Disclosure>
      )}
    </section>
  )
}

function Lines({ of }: { of: readonly ReactNode[] }) {
  return (
    <ul className="layout-tight">
      {of.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal rows have equal lines
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}

/** The name in the list, and the address. */
export function Who({ row: { payee, name } }: { row: ComparedRow }) {
  return (
    <>
      <PersonName address={payee} given={name} /> <ShortAddress address={payee} />
    </>
  )
}
