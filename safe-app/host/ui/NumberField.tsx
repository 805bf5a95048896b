import { useId } from 'react'

/** A whole number of 0 or more. */
export function NumberField(props: {
  label: string
  value: number
  onChange: (value: number) => void
  hint?: string
}) {
  const hint = useId()
  return (
    <label>
      <span>{props.label}</span>
      <input
        type="number"
        min={0}
        value={props.value}
        aria-describedby={props.hint === undefined ? undefined : hint}
        onChange={(event) => props.onChange(Math.max(0, Math.floor(Number(event.target.value) || 0)))}
      />
      {props.hint !== undefined && <small id={hint}>{props.hint}</small>}
    </label>
  )
}
