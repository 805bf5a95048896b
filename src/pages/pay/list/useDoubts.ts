import { useEffect, useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePayeeFacts } from '#components/payee/usePayeeChecks.ts'
import { useLedger, usePayoutContext } from '#components/payout/usePayouts.ts'
import { type DraftView, unskipped } from '#domain/draft/draftView.ts'
import { checkRows } from '#domain/draft/import/checkRows.ts'
import type { TotalLine } from '#domain/draft/import/readRows.ts'
import { compareTotals, type Doubt, linesToConfirm } from '#domain/draft/reportWords.ts'
import { paidAsMuch } from '#domain/ledger/knownPayees.ts'
import { contractDoubt, type KnownPayees } from '#domain/payee/checkPayee.ts'

/** Delay (ms) between the last change and the comparison, so that typing is not interrupted. */
const QUIET = 250

const none: readonly never[] = []

/**
 * All doubts about the current rows, and those not confirmed yet. The rows are compared with each other and with known
 * payees, again after each change.
 */
export function useDoubts(
  account: Account,
  view: DraftView | null,
  said: readonly TotalLine[],
  ticks: ReadonlySet<string>,
) {
  // The result holds for no other rows and no other known payees.
  const [checked, setChecked] = useState<
    (Awaited<ReturnType<typeof checkRows>> & { of: DraftView; known: KnownPayees }) | null
  >(null)
  const { known, contracts, unread, busy } = usePayeeFacts(account, checked?.payees ?? null)
  const { attempts } = useLedger(usePayoutContext(account))
  const isFirst = checked === null
  const isCurrent = checked !== null && checked.of === view && checked.known === known
  useEffect(() => {
    // Comparing the same rows twice would block the review once more, just when it can be pressed.
    if (!view || isCurrent) return
    const stop = new AbortController()
    const wait = setTimeout(
      () => {
        checkRows(unskipped(view), known, stop.signal).then(
          (done) => !stop.signal.aborted && setChecked({ ...done, of: view, known }),
          // A newer comparison aborts this one.
          () => {},
        )
      },
      isFirst ? 0 : QUIET,
    )
    return () => {
      clearTimeout(wait)
      stop.abort()
    }
  }, [view, known, isFirst, isCurrent])
  const total = useMemo(() => compareTotals(said, checked?.totals ?? none), [said, checked])
  const doubts: readonly Doubt[] = useMemo(() => {
    if (!checked) return none
    const ofContracts = [...contracts].map((payee) => ({
      ...contractDoubt(payee),
      lines: (checked.payees.get(payee) ?? []).map(({ line }) => line),
    }))
    const isUsual = paidAsMuch(attempts)
    const unusual = checked.doubts.filter((one) => one.kind !== 'outlier' || !isUsual(one.payee, one.amount))
    return [...checked.lookAlikes, ...unusual, ...(total.doubt ? [total.doubt] : []), ...ofContracts]
  }, [checked, contracts, total, attempts])
  const toConfirm = useMemo(() => linesToConfirm(doubts, ticks), [doubts, ticks])
  return {
    doubts,
    unread,
    /** Lines with a doubt that is not confirmed, in order. */
    toConfirm,
    /** The line of a total that is the sum of the rows; null for none. */
    matchingTotal: checked?.of === view ? total.matching : null,
    /** The sums of the rows per token; empty until they are known. */
    totals: checked?.of === view ? checked.totals : none,
    /** How many questions about the rows are open: one for each kind of doubt, and one about failed checks. */
    open:
      new Set(doubts.flatMap(({ id, kind }) => (ticks.has(id) ? [] : [kind]))).size +
      (unread.some(({ id }) => !ticks.has(id)) ? 1 : 0),
    /** The checks that are still running, in words; null once all are done. */
    busy: isCurrent ? busy : 'Comparing the payments…',
  }
}
