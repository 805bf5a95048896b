import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

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

/** A labelled choice from a list. @param props.options the value and the words of each */
export function SelectField<Value extends string | number>(props: {
  label: string
  hint?: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChoose: (value: Value) => void
}) {
  const { label, hint, value, options, onChoose } = props
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => {
            const chosen = options[event.target.selectedIndex]
            if (chosen) onChoose(chosen[0])
          }}
        >
          {options.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A box to tick, with the words beside it. */
export function Tick(props: {
  isTicked: boolean
  onTick: (isTicked: boolean) => void
  isDisabled?: boolean
  /** The words may hold an address, which may break anywhere. */
  isLong?: boolean
  /** A class for the label, besides that of every tick. */
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <label className={props.className ? `layout-check ${props.className}` : 'layout-check'}>
      <input
        type="checkbox"
        checked={props.isTicked}
        disabled={props.isDisabled}
        onChange={(event) => props.onTick(event.target.checked)}
      />
      <span className={props.isLong ? 'text-wrap' : undefined}>{props.children}</span>
    </label>
  )
}

/** A labelled control with its hint and error in place. The child gets the ids that it must use. */
export function Field(props: {
  label: string
  hint?: string | undefined
  fault?: string | null | undefined
  /** At the end of the label's line. */
  beside?: ReactNode
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}) {
  const id = useId()
  const { label, hint, fault } = props
  const describedBy = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div className="layout-field">
      <div className="layout-between">
        <label className="text-label" htmlFor={id}>
          {label}
        </label>
        {props.beside}
      </div>
      {props.children({
        id,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(fault && { 'aria-invalid': true as const }),
      })}
      {hint && (
        <p className="text-fine" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p className="text-fault" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
