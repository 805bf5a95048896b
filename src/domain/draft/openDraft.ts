import type { Address } from '#chain/money/Address.ts'
import { openRows, type Payment, type Payout, type Run } from '#domain/payout/Payout.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import { readDraft } from './keptDraft.ts'
import { type DraftSource, draftOfText, type PayoutDraft, typedDraft, withLabels } from './payoutDraft.ts'
import { draftOfPayout } from './payoutText.ts'

/** A list as it opens on Pay. */
export type OpenedDraft =
  | {
      readonly kind: 'draft'
      readonly draft: PayoutDraft
      readonly keptAt: number | null
      readonly turn: number
    }
  | { readonly kind: 'unreadable' | 'gone' }
  /** Other rows would replace a draft. */
  | {
      readonly kind: 'choice'
      readonly rows: PayoutDraft
      readonly kept: PayoutDraft
      readonly keptAt: number
    }

/**
 * Opens the list of an account. A stored draft is never replaced without a question.
 * @param rows the rows of the payout or the reminder that `start` names; null if it is not stored here
 */
export function openDraft(
  storage: GuardedStorage,
  account: Address,
  start: DraftSource,
  rows: PayoutDraft | null,
): OpenedDraft {
  const kept = readDraft(storage, account)
  const fresh = (draft: PayoutDraft): OpenedDraft => ({ kind: 'draft', draft, keptAt: null, turn: 0 })
  if (start.kind === 'kept')
    return kept === null || kept === 'unreadable'
      ? { kind: kept ?? 'gone' }
      : { kind: 'draft', draft: kept.draft, keptAt: kept.at, turn: 0 }
  const opened = start.kind === 'text' ? draftOfText(start) : start.kind === 'typed' ? typedDraft() : rows
  if (!opened) return { kind: 'gone' }
  // The list of a reminder that was opened before goes on as it was left.
  const isSame =
    kept !== null && kept !== 'unreadable' && opened.run !== null && isSameRun(kept.draft.run, opened.run)
  if (isSame) return { kind: 'draft', draft: kept.draft, keptAt: kept.at, turn: 0 }
  return kept === null || kept === 'unreadable'
    ? fresh(opened)
    : { kind: 'choice', rows: opened, kept: kept.draft, keptAt: kept.at }
}

function isSameRun(one: Run | null, other: Run): boolean {
  return one?.template === other.template && one.due === other.due
}

/** The rows of a payout, to be paid again. */
export function draftToRepeat(payout: Payout): PayoutDraft {
  const draft = draftOfPayout({ rows: payout.restored ? restoredRows(payout) : payout.rows })
  return withLabels(draft, { tag: payout.tag ?? null, title: payout.title ?? null })
}

/**
 * The rows of a payout from a backup, for a new list: only its open rows if it has any, so that sent payments are not
 * repeated. The address of a name is known only in the browser that looked it up.
 */
function restoredRows(payout: Payout): readonly Payment[] {
  const open = openRows(payout)
  return (open.length > 0 ? open : payout.rows).map(({ entered: _, ...row }) => row)
}
