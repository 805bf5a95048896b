import { type ReactNode, useId } from 'react'
import { likelyNumbers, type NumberStyle, plainNumber } from '#domain/payout/import/numberStyle.ts'
import type { PayoutRow } from '#domain/payout/import/PayoutRow.ts'
import type { RowEdit } from '#domain/payout/list/payoutDraft.ts'
import { Button } from '#ui/Button.tsx'
import prose from '#ui/layout/prose.module.css'
import css from './many.module.css'

/**
 * A labelled cell of a row with its error. Unlike a form field it announces nothing by itself, because a list
 * may have hundreds of errors. The error is read out when the cell gets the focus.
 */
export function CellField(props: {
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
        <p className={prose.fault} id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

/** How many readings of an amount are offered. */
const OFFERED = 3

/** The cells of a row as fields, each with its error. Input takes effect at once. */
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
          className={name === 'payee' ? prose.mono : undefined}
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

/** Possible values of an amount in another style. Offered, never applied automatically. */
function offers(cell: string, style: NumberStyle | null): readonly string[] {
  if (style === null || plainNumber(cell, style) !== null) return []
  return likelyNumbers(cell).slice(0, OFFERED)
}
