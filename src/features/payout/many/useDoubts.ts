import { useMemo } from 'react'
import type { Account } from '#account/Account.ts'
import { usePayoutDesk, usePayouts } from '#account/payout/usePayouts.ts'
import { usePaidPayees } from '#account/usePaidPayees.ts'
import {
  contractDoubts,
  type Doubt,
  linesToConfirm,
  lookAlikeId,
  UNREAD_CODE,
  UNREAD_HISTORY,
} from './doubts.ts'
import { number } from './ReadingCard.tsx'
import type { TableView } from './tableView.ts'
import { useChecks } from './useChecks.ts'
import { usePayeeCodes } from './usePayeeCodes.ts'

/** All that is odd about the rows as they stand, and what of it nobody has confirmed yet. */
export function useDoubts(account: Account, view: TableView | null, ticks: ReadonlySet<string>) {
  const paid = usePaidPayees(account)
  const { payouts } = usePayouts(usePayoutDesk(account))
  const found = useMemo(
    () => [...new Set([...paid.payees, ...payouts.flatMap(({ rows }) => rows.map(({ payee }) => payee))])],
    [paid.payees, payouts],
  )
  // A history is read again and again: the same payees are no reason to compare all rows once more.
  const names = useMemo(() => found.join(), [found])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are all that is in it
  const known = useMemo(() => found, [names])
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
  const unread = [
    ...(paid.state === 'not-read'
      ? [
          {
            id: UNREAD_HISTORY,
            words:
              'Whom the account has paid before could not be read, so addresses that look like theirs are not found.',
            onAgain: null,
          },
        ]
      : []),
    ...(asking.unread > 0
      ? [
          {
            id: UNREAD_CODE,
            words: `Whether ${number(asking.unread)} of the payees ${asking.unread === 1 ? 'is a contract' : 'are contracts'} could not be read.`,
            onAgain: asking.again,
          },
        ]
      : []),
  ]
  const open =
    doubts.filter(({ id }) => !ticks.has(id)).length +
    lookAlikes.filter((alike) => !ticks.has(lookAlikeId(alike))).length +
    unread.filter(({ id }) => !ticks.has(id)).length
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
      : paid.state === 'reading'
        ? 'Reading whom you paid before…'
        : !asking.isDone
          ? 'Asking the chain who of the payees is a contract…'
          : null,
  }
}

const none: readonly never[] = []
