import { Field } from '#ui/Field.tsx'

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
