import { type Dispatch, type SetStateAction, useCallback, useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import { type NameLookUps, useNameLookUps } from '#components/payee/useNameLookUps.ts'
import { type DraftView, nextError, viewDraft } from '#domain/draft/draftView.ts'
import { type LeftoverAnswers, openLeftovers } from '#domain/draft/import/leftovers.ts'
import type { ReadRows } from '#domain/draft/import/readRows.ts'
import { keepAnswers, readAnswers } from '#domain/draft/keptAnswers.ts'
import { countAsked } from '#domain/draft/parsedDraft.ts'
import {
  type PayoutDraft,
  skipReason,
  withEdit,
  withNameInRows,
  withoutEdit,
  withoutRow,
  withRow,
  withSkip,
} from '#domain/draft/payoutDraft.ts'
import { withTicks } from '#domain/payee/checkPayee.ts'
import { MOST_NAMES } from '#domain/payee/enteredName.ts'
import type { Goal } from './RowList.tsx'
import type { RowActions } from './RowView.tsx'
import { type RowDoubts, useDoubts } from './useDoubts.ts'
import { type KeptDraftState, type ReadDraft, useKeptDraft, useParsedDraft } from './useParsedDraft.ts'

/** A list that is being edited: its text as it was read, its rows, and the doubts about them. */
export type EditedList = ReadDraft & {
  readonly account: Account
  readonly draft: PayoutDraft
  readonly setDraft: Dispatch<SetStateAction<PayoutDraft>>
  /** When the stored draft that it began with was saved, in ms since the epoch; null for a new one. */
  readonly keptAt: number | null
  readonly kept: KeptDraftState
  /** The rows with all changes; null until the text is read for the first time. */
  readonly view: DraftView | null
  readonly doubts: RowDoubts
  readonly lookUps: NameLookUps
  /** Questions about the whole text are open, so no row can be judged. */
  readonly isAsked: boolean
  /** The list has addresses only. */
  readonly isAmountAsked: boolean
  /** How many questions are open: about the text, about what it says beside its payments, and about its rows. */
  readonly questions: number
  /** The row to scroll to. */
  readonly goal: Goal | null
  readonly actions: Omit<RowActions, 'onOpen'>
  readonly onTick: (ids: readonly string[], yes: boolean) => void
  readonly onAnswers: (answers: LeftoverAnswers) => void
  /** Keeps the answers for the next list like this one. */
  readonly remember: () => void
  readonly addRow: () => void
  /** Goes to the next row with an error. */
  readonly showNextError: () => void
}

const noTotals: readonly never[] = []

/** The state of a list from its first draft on. Nothing changes while something else is shown (`isResting`). */
export function useDraft(
  account: Account,
  initial: PayoutDraft,
  { keptAt, isResting }: { keptAt: number | null; isResting: boolean },
): EditedList {
  const { storage } = usePortal().page
  const [draft, setDraft] = useState(initial)
  const [goal, setGoal] = useState<Goal | null>(null)
  const kept = useKeptDraft(storage, account.address, draft, {
    isKept: keptAt !== null,
    isResting,
  })
  const read = useParsedDraft(draft, account.address)
  const { table } = read
  const { edits, skips, added, fill, answers } = draft
  const text = table?.read ?? null
  const [seen, setSeen] = useState<Pick<ReadRows, 'campaign' | 'leftovers'> | null>(null)
  // A new list begins with the campaign that its column names, and with what was answered about the last one like it.
  if (text !== null && text.leftovers !== seen?.leftovers) {
    setSeen(text)
    const tag = text.campaign !== seen?.campaign && draft.tag === null ? text.campaign : null
    const known = Object.keys(answers).length === 0 ? readAnswers(storage, text) : {}
    if (keptAt === null && (tag !== null || Object.keys(known).length > 0))
      setDraft({ ...draft, tag: tag ?? draft.tag, answers: { ...known, ...answers } })
  }
  const view = useMemo(
    () => table && viewDraft(table, { edits, skips, added, fill, answers }),
    [table, edits, skips, added, fill, answers],
  )
  const doubts = useDoubts(account, view, table?.read?.totals ?? noTotals, draft.ticks)
  const lookUps = useNameLookUps(
    (found) => setDraft((before) => withNameInRows(before, found)),
    draft.names.length >= MOST_NAMES,
  )
  const actions: EditedList['actions'] = useMemo(
    () => ({
      onEdit: (line, change) => setDraft((before) => withEdit(before, line, change)),
      onRevert: (line) => setDraft((before) => withoutEdit(before, line)),
      onSkip: (row, isSkipped) =>
        setDraft((before) => withSkip(before, row.line, isSkipped ? skipReason(row) : null)),
      onRemove: (line) => setDraft((before) => withoutRow(before, line)),
    }),
    [],
  )
  const onTick = useCallback(
    (ids: readonly string[], yes: boolean) => setDraft((before) => withTicks(before, ids, yes)),
    [],
  )
  const asked = countAsked(table)
  const isAmountAsked =
    asked === 0 &&
    text !== null &&
    text.mapping.amount === null &&
    fill.size === 0 &&
    view?.errors.length !== 0
  return {
    ...read,
    account,
    draft,
    setDraft,
    keptAt,
    kept,
    view,
    doubts,
    lookUps,
    goal,
    actions,
    onTick,
    isAsked: asked > 0,
    isAmountAsked,
    questions:
      asked +
      (asked > 0 ? 0 : doubts.open) +
      (isAmountAsked ? 1 : 0) +
      openLeftovers(text?.leftovers ?? [], answers).length,
    onAnswers: (next) => setDraft((before) => ({ ...before, answers: next })),
    remember: () => text && keepAnswers(storage, text, answers),
    addRow() {
      const lines = table?.read?.lines ?? 0
      const next = withRow(draft, lines)
      setDraft(next)
      setGoal({ line: next.added.at(-1) ?? 0 })
    },
    showNextError() {
      const line = view && nextError(view, goal?.line ?? 0)
      if (line !== null) setGoal({ line })
    },
  }
}
