import type { TableView } from './tableView.ts'

/** Which rows are listed. */
export type Filter = 'all' | 'errors' | 'confirm' | 'skipped'

export const filterWords: Readonly<Record<Filter, string>> = {
  all: 'All',
  errors: 'With errors',
  confirm: 'To confirm',
  skipped: 'Skipped',
}

/** Lines of a filter; null for all of them. */
export function linesOf(
  filter: Filter,
  view: TableView,
  toConfirm: readonly number[],
): readonly number[] | null {
  switch (filter) {
    case 'all':
      return null
    case 'errors':
      return view.errors
    case 'confirm':
      return toConfirm
    case 'skipped':
      return view.skipped
  }
}

/** The first error behind a line, or the first one of all; null when there is none. */
export function nextError({ errors }: TableView, after: number): number | null {
  return errors.find((line) => line > after) ?? errors[0] ?? null
}
