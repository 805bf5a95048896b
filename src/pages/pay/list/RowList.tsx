import { type ReactNode, useMemo, useState } from 'react'
import { type Filter, filterWords } from '#domain/draft/draftView.ts'
import { formatNumber } from '#domain/shared/format.ts'
import { type Reveal, WindowedList } from '#ui/list/WindowedList.tsx'
import css from './RowList.module.css'
import { RowView } from './RowView.tsx'
import { useEditedList } from './useDraft.ts'

/** Height (px) of a typical row. */
const ROW_HEIGHT = 48

/**
 * The rows, filtered. Listed rows stay listed until another filter is chosen, so that a row does not vanish
 * while it is being corrected.
 */
export function RowList(props: {
  /** Beside the filters. */
  tools: ReactNode
  /** Between the filters and the rows. */
  children: ReactNode
}) {
  const list = useEditedList()
  const { table, view, draft, goal, isAsked, doubts } = list
  const [listed, setListed] = useState(() => listing('all', list))
  // A re-read file has other errors, and the row to scroll to must be in the list.
  if (listed.of !== table) setListed(listing(listed.filter, list))
  else if (goal && listed.reached !== goal && listed.lines && !listed.lines.includes(goal.line)) {
    setListed({ ...listing('all', list), reached: null })
  }
  const { lines, reached } = listed
  const size = lines ? lines.length : view.size
  const lineAt = (index: number) => (lines ? lines[index] : view.rowAt(index)?.line)
  const { rowAt } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines and the length of a table determine the keys
  const keys = useMemo(
    () => Array.from({ length: size }, (_, index) => String(lines ? lines[index] : rowAt(index)?.line)),
    [table, lines, size, draft.added],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to each goal only once
  const reveal = useMemo<Reveal | null>(() => {
    if (!goal || goal === reached) return null
    const index = lines ? lines.indexOf(goal.line) : view.placeOf(goal.line)
    return index < 0 ? null : { index }
  }, [goal, lines, reached])
  const counts = {
    all: view.size,
    errors: view.errors.length,
    confirm: doubts.toConfirm.size,
    skipped: view.skipped.length,
  }
  // Before the question about the whole text is answered, every row is an error.
  const shownFilters = (Object.keys(filterWords) as Filter[]).filter(
    (filter) => filter === 'all' || filter === listed.filter || (counts[filter] > 0 && !isAsked),
  )
  return (
    <>
      <div className={`layout-between ${css.tools}`}>
        {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons is not a form */}
        <div className={`layout-row ${css.filters}`} role="group" aria-label="Filter">
          {shownFilters.map((filter) => (
            <button
              key={filter}
              type="button"
              aria-pressed={listed.filter === filter}
              onClick={() => setListed(listing(filter, list))}
            >
              {filterWords[filter]} {formatNumber(counts[filter])}
            </button>
          ))}
        </div>
        {props.tools}
      </div>
      {props.children}
      {size === 0 ? (
        <p className={css.none}>{emptyWords[listed.filter]}</p>
      ) : (
        <WindowedList
          key={listed.filter}
          label="Payments in this list"
          keys={keys}
          reveal={reveal}
          estimate={ROW_HEIGHT}
        >
          {(index) => {
            const line = lineAt(index)
            const row = line === undefined ? undefined : rowAt(lines ? view.placeOf(line) : index)
            return row && <RowView row={row} />
          }}
        </WindowedList>
      )}
    </>
  )
}

const emptyWords: Readonly<Record<Filter, string>> = {
  all: 'No payments yet.',
  errors: 'Nothing to fix.',
  confirm: 'Nothing to check.',
  skipped: 'Nothing is skipped.',
}

/** @returns `lines`: null for all; `reached`: the goal already reached, so something else was chosen since */
function listing(filter: Filter, { table, view, doubts, goal }: ReturnType<typeof useEditedList>) {
  const lines = { all: null, errors: view.errors, confirm: [...doubts.toConfirm], skipped: view.skipped }
  return { filter, lines: lines[filter], of: table, reached: goal }
}
