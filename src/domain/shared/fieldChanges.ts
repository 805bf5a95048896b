/** The fields of an entry, in words. An empty field has no values, or only empty ones. */
export type Fields = readonly (readonly [name: string, values: readonly string[]])[]

/** The fields in which an entry would differ, in words, and the values of a file that are ignored. */
export type FieldChanges = { readonly before: string; readonly after: string; readonly ignored: string }

/** Longer values (characters), such as proofs, are shortened. */
const LONGEST_SHOWN = 300

/** The fields that are not empty: `note: pays late · tags: reels, spring`. */
export function fieldsText(fields: Fields): string {
  return fields.flatMap((field) => (isEmpty(field) ? [] : [lineOf(field)])).join(' · ')
}

/**
 * Compares an entry before and after a file is restored, field by field.
 * @param file the same entry in the file
 */
export function fieldChanges(before: Fields, after: Fields, file: Fields): FieldChanges {
  const [was, is] = [new Map(before), new Map(after)]
  const changed = [...is.keys()].filter(
    (name) => JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)),
  )
  const lines = (fields: typeof was) =>
    changed.map((name) => lineOf([name, fields.get(name) ?? []])).join(' · ')
  const ignored = file.map(
    ([name, values]) => [name, values.filter((value) => !is.get(name)?.includes(value))] as const,
  )
  return { before: lines(was), after: lines(is), ignored: fieldsText(ignored) }
}

function isEmpty([, values]: Fields[number]): boolean {
  return values.every((value) => value === '')
}

function lineOf([name, values]: Fields[number]): string {
  const shown = values
    .filter(Boolean)
    .map((value) => (value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value))
  return `${name}: ${shown.join(', ') || 'none'}`
}
