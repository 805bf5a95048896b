import { type ReactNode, useId } from 'react'
import pay from '../PayPage.module.css'
import css from './many.module.css'

/**
 * A labelled cell of a row with what is wrong with it. Unlike the field of a form it announces nothing by itself: a list
 * may come with hundreds of faults. Whoever gets to the cell hears its own.
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
        <p className={pay.fault} id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}
