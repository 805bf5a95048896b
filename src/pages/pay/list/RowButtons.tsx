import type { PayoutRow } from '#domain/draft/import/PayoutRow.ts'
import { isMendable } from '#domain/draft/parsedDraft.ts'
import type { RowEdit } from '#domain/draft/payoutDraft.ts'
import { Button } from '#ui/Button.tsx'

/** Actions on a row. */
export type RowActions = {
  readonly onEdit: (line: number, change: RowEdit) => void
  /** Opens all cells of a row as fields, or closes them. */
  readonly onOpen: (line: number, isOpen: boolean) => void
  readonly onRevert: (line: number) => void
  readonly onSkip: (row: PayoutRow, isSkipped: boolean) => void
  readonly onRemove: (line: number) => void
}

/** The actions of a whole row. */
export function RowButtons(props: {
  row: PayoutRow
  /** Why it is skipped; null for a row that will be paid. */
  skip: string | null
  edit: RowEdit | undefined
  /** Its cells were opened. */
  isOpen: boolean
  isAdded: boolean
  actions: RowActions
}) {
  const { row, skip, edit, isOpen, isAdded, actions } = props
  const { line, read } = row
  return (
    <>
      {skip === null && read.ok && isMendable(row) && (
        <Button
          ghost
          size="small"
          onClick={() => actions.onOpen(line, !isOpen)}
          aria-label={`${isOpen ? 'Done with' : 'Edit'} line ${line}`}
        >
          {isOpen ? 'Done' : 'Edit'}
        </Button>
      )}
      {isAdded ? (
        <Button ghost size="small" onClick={() => actions.onRemove(line)} aria-label={`Remove line ${line}`}>
          Remove
        </Button>
      ) : (
        <Button
          ghost
          size="small"
          onClick={() => actions.onSkip(row, skip === null)}
          aria-label={`${skip === null ? 'Skip' : 'Include'} line ${line}`}
        >
          {skip === null ? 'Skip' : 'Include'}
        </Button>
      )}
      {skip === null && edit && !isAdded && (
        <Button
          ghost
          size="small"
          onClick={() => actions.onRevert(line)}
          aria-label={`Undo changes in line ${line}`}
        >
          Undo changes
        </Button>
      )}
    </>
  )
}
