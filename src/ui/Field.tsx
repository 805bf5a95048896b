import { type ReactNode, useId } from 'react'
import css from './Field.module.css'

/** A labelled control with its hint and error in place. The child gets the ids that it must use. */
export function Field(props: {
  label: string
  hint?: string | undefined
  fault?: string | null | undefined
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}) {
  const id = useId()
  const { label, hint, fault } = props
  const describedBy = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {props.children({
        id,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(fault && { 'aria-invalid': true as const }),
      })}
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p className={css.fault} id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
