import { type ComponentProps, useId } from 'react'
import * as Amount from '#chain/money/Amount.ts'
import { lookUpFault, NameOffer } from '#components/payee/NameOffer.tsx'
import { PersonName } from '#components/payee/PersonName.tsx'
import { openCells, type RowCell } from '#domain/draft/draftView.ts'
import { likelyNumbers, type NumberStyle, plainNumber } from '#domain/draft/import/numberStyle.ts'
import type { PayoutRow } from '#domain/draft/import/PayoutRow.ts'
import { isMendable } from '#domain/draft/parsedDraft.ts'
import { enteredText } from '#domain/payee/readPayee.ts'
import { isPinned } from '#domain/request/PaymentRequest.ts'
import { plural } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Identicon, ShortAddress } from '#ui/content/Identity.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { GroupedAddress } from '#ui/page/AddressText.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import css from './RowView.module.css'
import { useEditedList } from './useDraft.ts'

/** One row: payee and amount, or its errors in place. */
export function RowView({ row }: { row: PayoutRow }) {
  const { draft, view, isAsked, openRows, goal, showNextError } = useEditedList()
  const { line, read, cells, note, name: payeeName, handle, reference, raw } = row
  const skip = view.skips.get(line) ?? null
  const open = openRows.get(line)
  const edit = draft.edits.get(line)
  const isAdded = draft.added.includes(line)
  const fields = skip === null ? openCells({ row, edit, open, isAdded, isAsked }) : []
  // This row was reached on the way through the errors.
  const hasNext = line === goal?.line && view.errors.some((one) => one !== line)
  const entered = read.ok ? read.payment.entered : undefined
  const name = plural(row.lines, `Line ${line}`, `Lines ${line} to ${line + row.lines - 1}`)
  const isBad = skip === null && !read.ok && !isAsked
  const look = [css.row, skip !== null && css.skipped, isBad && css.bad].filter(Boolean).join(' ')
  const unread = (...of: readonly RowCell[]) =>
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
        <span className={`layout-disc ${css.nobody}`}>
          <Icon name="user" size={16} />
        </span>
      )}
      <span className={css.who}>
        {read.ok ? (
          <PersonName address={read.payment.payee} given={payeeName ?? undefined} />
        ) : (
          payeeName && <bdi className="text-medium">{payeeName}</bdi>
        )}
        {[handle, entered && enteredText(entered), reference, note].filter(Boolean).map((words) => (
          <bdi key={words} className="text-fine">
            {words}
          </bdi>
        ))}
      </span>
      <span className={`text-fine ${css.address}`}>
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
        <RowStatus row={row} />
      </span>
      <span className={css.acts}>
        <RowButtons row={row} />
      </span>
      {skip === null && !read.ok && read.faults.line && <p className="text-fault">{read.faults.line}</p>}
      {skip === null && raw !== null && <pre className={css.raw}>{raw.slice(0, SHOWN)}</pre>}
      {fields.length > 0 && <RowEditor row={row} fields={fields} />}
      {hasNext && (
        <p>
          <Button size="small" onClick={showNextError}>
            Next row to fix
          </Button>
        </p>
      )}
      {skip !== null && <p className="text-fine">{skip}</p>}
    </div>
  )
}

/** A value of the list leaves the row out, so the question about that value decides. */
function isLeftOut({ view, draft }: ReturnType<typeof useEditedList>, line: number): boolean {
  return view.leftOut.has(line) && !draft.skips.has(line)
}

/** Whether a row will be paid, and what is special about it. */
function RowStatus({ row }: { row: PayoutRow }) {
  const list = useEditedList()
  const { line, read, trimmed } = row
  return (
    <>
      {list.view.isSkipped(line) ? (
        <StatusBadge tone="none">{isLeftOut(list, line) ? 'Left out' : 'Skipped'}</StatusBadge>
      ) : !read.ok ? (
        !list.isAsked && <StatusBadge tone="bad">Fix</StatusBadge>
      ) : list.doubts.toConfirm.has(line) ? (
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
    </>
  )
}

/** How many characters of unsplittable lines are shown. */
const SHOWN = 2_000

function RowButtons({ row }: { row: PayoutRow }) {
  const list = useEditedList()
  const { view, draft } = list
  const { line, read } = row
  const isPaid = !view.isSkipped(line)
  const isAdded = draft.added.includes(line)
  const isOpen = list.openRows.has(line)
  const button = (words: string, label: string, onClick: () => void) => (
    <Button ghost size="small" onClick={onClick} aria-label={`${label} line ${line}`}>
      {words}
    </Button>
  )
  const skip = isPaid ? 'Skip' : 'Include'
  return (
    <>
      {isPaid &&
        read.ok &&
        isMendable(row) &&
        (isOpen
          ? button('Done', 'Done with', () => list.onOpen(line, false))
          : button('Edit', 'Edit', () => list.onOpen(line, true)))}
      {isAdded
        ? button('Remove', 'Remove', () => list.onRemove(line))
        : !isLeftOut(list, line) && button(skip, skip, () => list.onSkip(row, isPaid))}
      {isPaid &&
        draft.edits.has(line) &&
        !isAdded &&
        button('Undo changes', 'Undo changes in', () => list.onRevert(line))}
    </>
  )
}

/**
 * A labelled cell of a row with its error. Unlike a form field it announces nothing by itself, because a list
 * may have hundreds of errors. The error is read out when the cell gets the focus.
 */
function CellField({
  label,
  fault,
  ...control
}: ComponentProps<'input'> & { label: string; fault: string | null }) {
  const id = useId()
  return (
    <div className={`layout-field ${css.cell}`}>
      <label className="text-label" htmlFor={id}>
        {label}
      </label>
      <input
        {...control}
        id={id}
        {...(fault && { 'aria-describedby': `${id}-fault`, 'aria-invalid': true as const })}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      {fault && (
        <p className="text-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

const cellNames: Readonly<Record<RowCell, string>> = { payee: 'To', amount: 'Amount', token: 'Token' }

const noNames = { namesakes: [], bnbName: null } as const

const OFFERED = 3

/** The cells of a row as fields, each with its error. Input takes effect at once. */
function RowEditor({ row, fields }: { row: PayoutRow; fields: readonly RowCell[] }) {
  const { table, draft, lookUps, onEdit } = useEditedList()
  const { line, cells, read } = row
  const faults = read.ok ? {} : read.faults
  const { namesakes, bnbName } = read.ok || !fields.includes('payee') ? noNames : read
  const isTyped = draft.edits.get(line)?.amount !== undefined
  const likely = isTyped || !fields.includes('amount') ? [] : offers(cells.amount, table.options.style)
  return (
    <>
      <div className={`layout-row ${css.cells}`}>
        {fields.map((name) => (
          <CellField
            key={name}
            label={cellNames[name]}
            fault={(name === 'payee' ? lookUpFault(lookUps, bnbName) : null) ?? faults[name] ?? null}
            // The sign marks a number of a workbook.
            value={cells[name].replace(/^=(?=[0-9])/, '')}
            className={name === 'payee' ? 'text-mono' : undefined}
            inputMode={name === 'amount' ? 'decimal' : undefined}
            onChange={(event) => onEdit(line, { [name]: event.target.value })}
          />
        ))}
      </div>
      {namesakes.length > 0 && (
        <p className="layout-row">
          {namesakes.map((payee) => (
            <Button key={payee} onClick={() => onEdit(line, { payee })}>
              <ShortAddress address={payee} />
            </Button>
          ))}
        </p>
      )}
      {bnbName !== null && <NameOffer name={bnbName} lookUps={lookUps} isBrief />}
      {likely.length > 0 && (
        <p className="layout-row">
          {likely.map((amount) => (
            <Button key={amount} onClick={() => onEdit(line, { amount })}>
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
