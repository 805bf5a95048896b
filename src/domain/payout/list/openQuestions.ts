import type { Table } from './Table.ts'

/** True while something about the whole text has to be said before any row of it can be judged. */
export function isAskedOf(table: Table | null): boolean {
  const read = table?.read
  if (!read) return false
  const { separator, unclear, mapping, style } = read
  return (
    separator.state === 'ambiguous' ||
    unclear.length > 0 ||
    mapping.payee === null ||
    mapping.amount === null ||
    style === null
  )
}
