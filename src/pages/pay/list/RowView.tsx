import * as Amount from '#chain/money/Amount.ts'
import { PersonName } from '#components/payee/PersonName.tsx'
import type { NameLookUps } from '#components/payee/useNameLookUps.ts'
import { type OpenCells, openCells, type RowCell } from '#domain/draft/draftView.ts'
import type { NumberStyle } from '#domain/draft/import/numberStyle.ts'
import type { PayoutRow } from '#domain/draft/import/PayoutRow.ts'
import { isMendable } from '#domain/draft/parsedDraft.ts'
import type { RowEdit } from '#domain/draft/payoutDraft.ts'
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
import { RowEditor } from './RowEditor.tsx'
import css from './RowView.module.css'

/** Actions on a row. */
export type RowActions = {
  readonly onEdit: (line: number, change: RowEdit) => void
  /** Opens all cells of a row as fields, or closes them. */
  readonly onOpen: (line: number, isOpen: boolean) => void
  readonly onRevert: (line: number) => void
  readonly onSkip: (row: PayoutRow, isSkipped: boolean) => void
  readonly onRemove: (line: number) => void
}

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
  /** A value of the list leaves it out, so the question about that value decides. */
  isLeftOut: boolean
  /** How many rows are still to be fixed; null unless this one was reached on the way through them. */
  onNext: (() => void) | null
  actions: RowActions
  lookUps: NameLookUps
}) {
  const { row, skip, edit, open, isAdded, isAsked, actions } = props
  const { line, read, cells, note, name: payeeName, handle, reference, raw } = row
  const fields = skip === null ? openCells(props) : []
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
        <RowStatus
          row={row}
          skip={skip}
          isLeftOut={props.isLeftOut}
          isAsked={isAsked}
          toConfirm={props.toConfirm}
        />
      </span>
      <span className={css.acts}>
        <RowButtons
          row={row}
          skip={skip}
          edit={edit}
          isOpen={open !== undefined}
          isAdded={isAdded}
          isLeftOut={props.isLeftOut}
          actions={actions}
        />
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
      {props.onNext && (
        <p>
          <Button size="small" onClick={props.onNext}>
            Next row to fix
          </Button>
        </p>
      )}
      {skip !== null && <p className="text-fine">{skip}</p>}
    </div>
  )
}

/** Whether a row will be paid, and what is special about it. */
function RowStatus(props: {
  row: PayoutRow
  skip: string | null
  isLeftOut: boolean
  isAsked: boolean
  toConfirm: boolean
}) {
  const { row, skip, isLeftOut, isAsked, toConfirm } = props
  const { read, trimmed } = row
  return (
    <>
      {skip !== null ? (
        <StatusBadge tone="none">{isLeftOut ? 'Left out' : 'Skipped'}</StatusBadge>
      ) : !read.ok ? (
        !isAsked && <StatusBadge tone="bad">Fix</StatusBadge>
      ) : toConfirm ? (
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

/** The actions of a whole row. */
function RowButtons(props: {
  row: PayoutRow
  /** Why it is skipped; null for a row that will be paid. */
  skip: string | null
  edit: RowEdit | undefined
  /** Its cells were opened. */
  isOpen: boolean
  isAdded: boolean
  isLeftOut: boolean
  actions: RowActions
}) {
  const { row, skip, edit, isOpen, isAdded, isLeftOut, actions } = props
  const { line, read } = row
  return (
    <>
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
        <Button ghost size="small" onClick={() => actions.onRemove(line)} aria-label={`Remove line ${line}`}>
          Remove
        </Button>
      ) : isLeftOut ? null : (
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
    </>
  )
}
