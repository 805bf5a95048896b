import type { InputHTMLAttributes, ReactNode } from 'react'
import { Field } from '#ui/Field.tsx'

type InputProps = Pick<
  InputHTMLAttributes<Element>,
  | 'autoCapitalize'
  | 'autoComplete'
  | 'className'
  | 'inputMode'
  | 'list'
  | 'max'
  | 'maxLength'
  | 'name'
  | 'onPaste'
  | 'placeholder'
  | 'spellCheck'
  | 'type'
>

/** A labelled text, with its hint and fault in place. With `rows` it has several lines. */
export function TextField(
  props: InputProps & {
    label: string
    hint?: string | undefined
    fault?: string | null | undefined
    value: string
    onText: (text: string) => void
    rows?: number
    /** Shown below the control, such as the list that it suggests from. */
    children?: ReactNode
  },
) {
  const { label, hint, fault, rows, onText, children, ...input } = props
  const onChange = (event: { target: { value: string } }) => onText(event.target.value)
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(control) => (
        <>
          {rows === undefined ? (
            <input autoComplete="off" {...control} {...input} onChange={onChange} />
          ) : (
            <textarea autoComplete="off" {...control} {...input} rows={rows} onChange={onChange} />
          )}
          {children}
        </>
      )}
    </Field>
  )
}
