import { likelyNumbers, type NumberStyle, plainNumber } from '#domain/payout/import/numberStyle.ts'
import type { PayoutRow } from '#domain/payout/import/PayoutRow.ts'
import type { RowEdit } from '#domain/payout/list/payoutDraft.ts'
import { Button } from '#ui/Button.tsx'
import pay from '../PayPage.module.css'
import { CellField } from './CellField.tsx'
import css from './many.module.css'

/** So many readings of an amount are offered. */
const OFFERED = 3

/** The cells of a row as fields, each with what is wrong with it. What is typed counts at once. */
export function RowEditor(props: {
  row: PayoutRow
  style: NumberStyle | null
  isAmountTyped: boolean
  onEdit: (change: RowEdit) => void
}) {
  const { row, onEdit } = props
  const { cells, read } = row
  const faults = read.ok ? {} : read.faults
  const field = (name: keyof RowEdit, label: string) => (
    <CellField label={label} fault={faults[name] ?? null}>
      {(control) => (
        <input
          {...control}
          value={cells[name]}
          className={name === 'payee' ? pay.mono : undefined}
          inputMode={name === 'amount' ? 'decimal' : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => onEdit({ [name]: event.target.value })}
        />
      )}
    </CellField>
  )
  const likely = props.isAmountTyped ? [] : offers(cells.amount, props.style)
  return (
    <>
      <div className={css.cells}>
        {field('payee', 'Pay to')}
        {field('amount', 'Amount')}
        {field('token', 'Token')}
      </div>
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

/** What an amount may mean that is not written as the others are. Offered, never taken. */
function offers(cell: string, style: NumberStyle | null): readonly string[] {
  if (style === null || plainNumber(cell, style) !== null) return []
  return likelyNumbers(cell).slice(0, OFFERED)
}
