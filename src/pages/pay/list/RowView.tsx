import { type ReactNode, useId } from 'react'
import * as Amount from '#chain/money/Amount.ts'
import { NameOffer } from '#components/payee/NameOffer.tsx'
import { PersonName } from '#components/payee/PersonName.tsx'
import { lookUpFault, type NameLookUps } from '#components/payee/useNameLookUps.ts'
import { likelyNumbers, type NumberStyle, plainNumber } from '#domain/draft/import/numberStyle.ts'
import type { PayoutRow } from '#domain/draft/import/PayoutRow.ts'
import type { RowEdit } from '#domain/draft/payoutDraft.ts'
import { isMendable } from '#domain/draft/Table.ts'
import { enteredText } from '#domain/payee/payeeWords.ts'
import { isPinned } from '#domain/request/PaymentRequest.ts'
import { plural } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Identicon } from '#ui/content/Identicon.tsx'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './many.module.css'

/** Actions on a row. */
export type RowActions = {
  readonly onEdit: (line: number, change: RowEdit) => void
  /** Opens all cells of a row as fields, or closes them. */
  readonly onOpen: (line: number, isOpen: boolean) => void
  readonly onRevert: (line: number) => void
  readonly onSkip: (row: PayoutRow, isSkipped: boolean) => void
  readonly onRemove: (line: number) => void
}

/** The cells of a row that a person opened: all of them, or only those that they are correcting. */
export type OpenCells = 'all' | 'touched'

type Cell = keyof RowEdit

const allCells: readonly Cell[] = ['payee', 'amount', 'token']

/** One row: payee and amount, or its errors in place. */
export function RowView(props: {
  row: PayoutRow
  /** Why it is skipped; null for a row that will be paid. */
  skip: string | null
  edit: RowEdit | undefined
  open: OpenCells | undefined
  isAdded: boolean
  /** A question about the whole file is still open, so correcting single rows would be pointless. */
  isAsked: boolean
  style: NumberStyle | null
  toConfirm: boolean
  actions: RowActions
  lookUps: NameLookUps
}) {
  const { row, skip, edit, open, isAdded, isAsked, actions } = props
  const { line, read, cells, note, name: payeeName, reference, trimmed, raw } = row
  const fields = skip === null ? openCells(props) : []
  const isOpen = open !== undefined
  const entered = read.ok ? read.payment.entered : undefined
  const name = plural(row.lines, `Line ${line}`, `Lines ${line} to ${line + row.lines - 1}`)
  const isBad = skip === null && !read.ok && !isAsked
  const look = [css.row, skip !== null && css.skipped, isBad && css.bad].filter(Boolean).join(' ')
  const unread = (...of: readonly Cell[]) =>
    raw === null &&
    of
      .map((cell) => !fields.includes(cell) && cells[cell])
      .filter(Boolean)
      .join(' ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: thousands of rows need no fieldsets with legends
    <div className={look} role="group" aria-label={name} tabIndex={-1}>
      <span className={css.place}>{line}</span>
      {read.ok ? (
        <Identicon address={read.payment.payee} size={28} />
      ) : (
        <span className={css.nobody}>
          <Icon name="user" size={16} />
        </span>
      )}
      <span className={css.who}>
        {read.ok ? (
          <PersonName address={read.payment.payee} given={payeeName ?? undefined} />
        ) : (
          payeeName && <bdi className={css.name}>{payeeName}</bdi>
        )}
        {[entered && enteredText(entered), reference, note].filter(Boolean).map((words) => (
          <bdi key={words} className={css.note}>
            {words}
          </bdi>
        ))}
      </span>
      <span className={css.address}>
        {read.ok ? (
          <>
            <span className={css.whole}>
              <GroupedAddress address={read.payment.payee} />
            </span>
            <span className={css.brief}>
              Line {line} · <ShortAddress address={read.payment.payee} />
            </span>
          </>
        ) : (
          unread('payee')
        )}
      </span>
      <span className={css.sum}>
        {read.ok ? (
          <AmountText
            value={Amount.formatNumber(read.payment.amount)}
            symbol={read.payment.amount.token.symbol}
          />
        ) : (
          unread('amount', 'token')
        )}
      </span>
      <span className={css.status}>
        {skip !== null ? (
          <StatusBadge tone="none">Skipped</StatusBadge>
        ) : !read.ok ? (
          !isAsked && <StatusBadge tone="bad">Fix</StatusBadge>
        ) : props.toConfirm ? (
          <StatusBadge tone="warn">Needs a check</StatusBadge>
        ) : (
          <span className={css.ready}>
            <StatusBadge tone="good">Ready</StatusBadge>
          </span>
        )}
        {read.ok && !isPinned(read.payment.amount.token) && (
          <StatusBadge tone="warn">Unverified token</StatusBadge>
        )}
        {read.ok && trimmed && <StatusBadge tone="none">Removed hidden characters</StatusBadge>}
      </span>
      <span className={css.acts}>
        {skip === null && read.ok && isMendable(row) && (
          <Button
            ghost
            size="small"
            onClick={() => actions.onOpen(line, !isOpen)}
            aria-label={`${isOpen ? 'Done with' : 'Edit'} line ${line}`}
          >
            {isOpen ? 'Done' : 'Edit'}
          </Button>
        )}
        {isAdded ? (
          <Button
            ghost
            size="small"
            onClick={() => actions.onRemove(line)}
            aria-label={`Remove line ${line}`}
          >
            Remove
          </Button>
        ) : (
          <Button
            ghost
            size="small"
            onClick={() => actions.onSkip(row, skip === null)}
            aria-label={`${skip === null ? 'Skip' : 'Include'} line ${line}`}
          >
            {skip === null ? 'Skip' : 'Include'}
          </Button>
        )}
        {skip === null && edit && !isAdded && (
          <Button
            ghost
            size="small"
            onClick={() => actions.onRevert(line)}
            aria-label={`Undo changes in line ${line}`}
          >
            Undo changes
          </Button>
        )}
      </span>
      {skip === null && !read.ok && read.faults.line && <p className="text-fault">{read.faults.line}</p>}
      {skip === null && raw !== null && <pre className={css.raw}>{raw.slice(0, SHOWN)}</pre>}
      {fields.length > 0 && (
        <RowEditor
          row={row}
          fields={fields}
          style={props.style}
          isAmountTyped={edit?.amount !== undefined}
          lookUps={props.lookUps}
          onEdit={(change) => actions.onEdit(line, change)}
        />
      )}
      {skip !== null && <p className={css.reason}>Skipped: {skip}</p>}
    </div>
  )
}

/** How many characters of unsplittable lines are shown. */
const SHOWN = 2_000

/**
 * The cells that are fields: all of a row that is opened, or that a person adds; otherwise those with an error, and
 * those that are being corrected, so that no field vanishes while a person types in it.
 */
function openCells(props: {
  row: PayoutRow
  edit: RowEdit | undefined
  open: OpenCells | undefined
  isAdded: boolean
  isAsked: boolean
}): readonly Cell[] {
  const { row, edit, open, isAdded, isAsked } = props
  const { read } = row
  if (!isMendable(row)) return []
  if (open === 'all' || (isAdded && (open || !read.ok))) return allCells
  const faulty = read.ok || isAsked ? [] : allCells.filter((cell) => read.faults[cell])
  // Nothing in one cell alone explains why the row cannot be read.
  if (!read.ok && !isAsked && faulty.length === 0) return allCells
  return allCells.filter((cell) => faulty.includes(cell) || (open && edit?.[cell] !== undefined))
}

/**
 * A labelled cell of a row with its error. Unlike a form field it announces nothing by itself, because a list
 * may have hundreds of errors. The error is read out when the cell gets the focus.
 */
function CellField(props: {
  label: string
  fault: string | null
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}) {
  const id = useId()
  const { label, fault } = props
  return (
    <div className={css.cell}>
      <label htmlFor={id}>{label}</label>
      {props.children({
        id,
        ...(fault && { 'aria-describedby': `${id}-fault`, 'aria-invalid': true as const }),
      })}
      {fault && (
        <p className="text-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

const cellNames: Readonly<Record<Cell, string>> = { payee: 'To', amount: 'Amount', token: 'Token' }

/** How many readings of an amount are offered. */
const OFFERED = 3

/** The cells of a row as fields, each with its error. Input takes effect at once. */
function RowEditor(props: {
  row: PayoutRow
  fields: readonly Cell[]
  style: NumberStyle | null
  isAmountTyped: boolean
  lookUps: NameLookUps
  onEdit: (change: RowEdit) => void
}) {
  const { row, onEdit } = props
  const { cells, read } = row
  const faults = read.ok ? {} : read.faults
  const namesakes = read.ok || !props.fields.includes('payee') ? [] : read.namesakes
  const bnbName = read.ok || !props.fields.includes('payee') ? null : read.bnbName
  const field = (name: Cell) => (
    <CellField
      key={name}
      label={cellNames[name]}
      fault={(name === 'payee' ? lookUpFault(props.lookUps, bnbName) : null) ?? faults[name] ?? null}
    >
      {(control) => (
        <input
          {...control}
          value={cells[name]}
          className={name === 'payee' ? 'text-mono' : undefined}
          inputMode={name === 'amount' ? 'decimal' : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => onEdit({ [name]: event.target.value })}
        />
      )}
    </CellField>
  )
  const likely =
    props.isAmountTyped || !props.fields.includes('amount') ? [] : offers(cells.amount, props.style)
  return (
    <>
      <div className={css.cells}>{props.fields.map(field)}</div>
      {namesakes.length > 0 && (
        <p className={css.actions}>
          {namesakes.map((payee) => (
            <Button key={payee} onClick={() => onEdit({ payee })}>
              <ShortAddress address={payee} />
            </Button>
          ))}
        </p>
      )}
      {bnbName !== null && <NameOffer name={bnbName} lookUps={props.lookUps} isBrief />}
      {likely.length > 0 && (
        <p className={css.actions}>
          {likely.map((amount) => (
            <Button key={amount} onClick={() => onEdit({ amount })}>
              It means {amount}
            </Button>
          ))}
        </p>
      )}
    </>
  )
}

/** Possible values of an amount in another style. Offered, never applied automatically. */
function offers(cell: string, style: NumberStyle | null): readonly string[] {
  if (style === null || plainNumber(cell, style) !== null) return []
  return likelyNumbers(cell).slice(0, OFFERED)
}
