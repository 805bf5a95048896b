import { type ReactNode, useId } from 'react'
import { NameOffer } from '#components/payee/NameOffer.tsx'
import { lookUpFault, type NameLookUps } from '#components/payee/useNameLookUps.ts'
import type { RowCell } from '#domain/draft/draftView.ts'
import { likelyNumbers, type NumberStyle, plainNumber } from '#domain/draft/import/numberStyle.ts'
import type { PayoutRow } from '#domain/draft/import/PayoutRow.ts'
import type { RowEdit } from '#domain/draft/payoutDraft.ts'
import { Button } from '#ui/Button.tsx'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import css from './RowEditor.module.css'
import rowViewCss from './RowView.module.css'

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

const cellNames: Readonly<Record<RowCell, string>> = { payee: 'To', amount: 'Amount', token: 'Token' }

/** How many readings of an amount are offered. */
const OFFERED = 3

/** The cells of a row as fields, each with its error. Input takes effect at once. */
export function RowEditor(props: {
  row: PayoutRow
  fields: readonly RowCell[]
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
  const field = (name: RowCell) => (
    <CellField
      key={name}
      label={cellNames[name]}
      fault={(name === 'payee' ? lookUpFault(props.lookUps, bnbName) : null) ?? faults[name] ?? null}
    >
      {(control) => (
        <input
          {...control}
          // The sign marks a number of a workbook.
          value={cells[name].replace(/^=(?=[0-9])/, '')}
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
      <div className={rowViewCss.cells}>{props.fields.map(field)}</div>
      {namesakes.length > 0 && (
        <p className="layout-row">
          {namesakes.map((payee) => (
            <Button key={payee} onClick={() => onEdit({ payee })}>
              <ShortAddress address={payee} />
            </Button>
          ))}
        </p>
      )}
      {bnbName !== null && <NameOffer name={bnbName} lookUps={props.lookUps} isBrief />}
      {likely.length > 0 && (
        <p className="layout-row">
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
