import { useMemo } from 'react'
import type { Account } from '#account/Account.ts'
import { unreadPayees } from '#account/payee/payeeWords.ts'
import { useKnownPayees } from '#account/payee/useKnownPayees.ts'
import { usePayeeCodes } from '#account/payee/usePayeeCodes.ts'
import { contractDoubts, type Doubt, linesToConfirm } from './doubts.ts'
import type { TableView } from './tableView.ts'
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
