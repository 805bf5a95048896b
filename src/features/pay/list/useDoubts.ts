import { useMemo } from 'react'
import type { Account } from '#account/Account.ts'
import { unreadPayees } from '#domain/payee/payeeWords.ts'
import { contractDoubts, type Doubt, linesToConfirm } from '#domain/payout/list/doubts.ts'
import type { TableView } from '#domain/payout/list/tableView.ts'
import { useKnownPayees } from '#features/shared/useKnownPayees.ts'
import { usePayeeCodes } from '#features/shared/usePayeeCodes.ts'
import { useChecks } from './useChecks.ts'

/** All that is odd about the rows as they stand, and what of it nobody has confirmed yet. */
export function useDoubts(account: Account, view: TableView | null, ticks: ReadonlySet<string>) {
  const { known, state } = useKnownPayees(account)
  const { checked, isCurrent } = useChecks(view, known)
  const asking = usePayeeCodes(checked?.payees ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked grows in place
  const contracts = useMemo(
    () => (checked ? contractDoubts(checked.payees, asking.codes) : []),
    [checked, asking.done, asking.isDone],
  )
  const doubts: readonly Doubt[] = useMemo(
    () => [...(checked?.doubts ?? []), ...contracts],
    [checked, contracts],
  )
  const lookAlikes = checked?.lookAlikes ?? none
  const toConfirm = useMemo(() => linesToConfirm(doubts, lookAlikes, ticks), [doubts, lookAlikes, ticks])
  const unread = unreadPayees(state, asking)
  const open = [...doubts, ...lookAlikes, ...unread].filter(({ id }) => !ticks.has(id)).length
  return {
    checked,
    doubts,
    lookAlikes,
    samePayees: checked?.samePayees ?? none,
    unread,
    toConfirm,
    open,
    /** What is still being looked at, in words; null when all was. */
    busy: !isCurrent
      ? 'Comparing the rows…'
      : state === 'reading'
        ? 'Reading whom you paid before…'
        : !asking.isDone
          ? 'Asking the chain who of the payees is a contract…'
          : null,
  }
}

const none: readonly never[] = []
