import { Field } from '#ui/Field.tsx'

/** A field that a person must fill in by hand, without autocomplete or autocorrect. */
export function TypedField(props: {
  label: string
  value: string
  onChange: (text: string) => void
  hint?: string
  fault?: string | null
}) {
  const { value, onChange, ...field } = props
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
