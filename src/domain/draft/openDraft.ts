import type { Address } from '#chain/money/Address.ts'
import { openRows, type Payment, type Payout } from '#domain/payout/Payout.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import { readDraft } from './keptDraft.ts'
import { type DraftSource, newDraft, type PayoutDraft, typedDraft, withLabels } from './payoutDraft.ts'
import { draftOfPayout } from './payoutText.ts'

/** A list as it opens on Pay. */
type OpenedDraft =
  /** `keptAt` is when it was stored (ms since the epoch); null for a new one. */
  | { readonly kind: 'draft'; readonly draft: PayoutDraft; readonly keptAt: number | null }
  | { readonly kind: 'unreadable' | 'gone' }
  /** Other rows would replace a draft. */
  | {
      readonly kind: 'choice'
      readonly rows: PayoutDraft
      readonly draft: PayoutDraft
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
  const read = readDraft(storage, account)
  const kept = read === 'unreadable' ? null : read
  const continued = kept && ({ kind: 'draft', draft: kept.draft, keptAt: kept.at } as const)
  if (start.kind === 'kept') return continued ?? { kind: read === null ? 'gone' : 'unreadable' }
  const { kind } = start
  const opened = kind === 'text' ? newDraft(start.text, start.source) : kind === 'typed' ? typedDraft() : rows
  if (!opened) return { kind: 'gone' }
  if (!continued) return { kind: 'draft', draft: opened, keptAt: null }
  // The list of a reminder that was opened before goes on as it was left.
  const [run, before] = [opened.run, continued.draft.run]
  const isSame = run !== null && run.template === before?.template && run.due === before.due
  return isSame ? continued : { ...continued, kind: 'choice', rows: opened }
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
