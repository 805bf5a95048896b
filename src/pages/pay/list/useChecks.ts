import { useEffect, useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { useKnownPayees } from '#components/payee/useKnownPayees.ts'
import { usePayeeCodes } from '#components/payee/usePayeeChecks.ts'
import { type DraftView, unskipped } from '#domain/draft/draftView.ts'
import { checkRows } from '#domain/draft/import/checkRows.ts'
import type { PayoutRow, RowChecks } from '#domain/draft/import/PayoutRow.ts'
import { inSlices, startSlices } from '#domain/draft/import/slices.ts'
import { contractDoubts, type Doubt, linesToConfirm } from '#domain/draft/reportWords.ts'
import type { KnownPayees } from '#domain/payee/checkPayee.ts'
import { type UnreadPayees, unreadPayees } from '#domain/payee/payeeWords.ts'

/** The doubts about the rows of a list. */
export type RowDoubts = {
  /** The last comparison; null until the first one. */
  readonly checked: Checked | null
  readonly doubts: readonly Doubt[]
  readonly lookAlikes: RowChecks['lookAlikes']
  readonly samePayees: RowChecks['samePayees']
  /** Checks that failed, which the person may do in another way. */
  readonly unread: readonly UnreadPayees[]
  /** Lines with a doubt that is not confirmed. */
  readonly toConfirm: readonly number[]
  /** How many are not confirmed. */
  readonly open: number
  /** The checks that are still running, in words; null once all are done. */
  readonly busy: string | null
}

/** All doubts about the current rows, and those not confirmed yet. */
export function useDoubts(account: Account, view: DraftView | null, ticks: ReadonlySet<string>): RowDoubts {
  const { known, state } = useKnownPayees(account)
  const { checked, isCurrent } = useChecks(view, known)
  const asking = usePayeeCodes(checked?.payees ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the codes map grows in place
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
    busy: !isCurrent
      ? 'Comparing the payments…'
      : state === 'reading'
        ? 'Checking who you paid before…'
        : !asking.isDone
          ? 'Checking for contract addresses…'
          : null,
  }
}

const none: readonly never[] = []

type Checked = RowChecks & {
  /** The view that was checked; the result holds for no other. */
  readonly of: DraftView
  /** The payees of the rows, with their lines. */
  readonly payees: ReadonlyMap<Address, readonly number[]>
  /** One per token, in the order of first appearance. */
  readonly totals: readonly Amount.Amount[]
}

/** Delay (ms) between the last change and the comparison, so that typing is not interrupted. */
const QUIET = 250

/**
 * Compares the rows with each other and with earlier payees, again after each change. Null until the first
 * result.
 */
function useChecks(
  view: DraftView | null,
  known: KnownPayees,
): { readonly checked: Checked | null; readonly isCurrent: boolean } {
  const [checked, setChecked] = useState<(Checked & { readonly known: KnownPayees }) | null>(null)
  const isFirst = checked === null
  const isCurrent = checked !== null && checked.of === view && checked.known === known
  useEffect(() => {
    // Comparing the same rows twice would block the review once more, just when it can be pressed.
    if (!view || isCurrent) return
    const stop = new AbortController()
    const wait = setTimeout(
      () => {
        checkView(view, known, stop.signal).then(
          (done) => !stop.signal.aborted && setChecked({ ...done, known }),
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
  return { checked, isCurrent }
}

async function checkView(view: DraftView, known: KnownPayees, signal: AbortSignal): Promise<Checked> {
  const rows: PayoutRow[] = []
  const payees = new Map<Address, number[]>()
  const totals = new Map<string, Amount.Amount>()
  await inSlices(unskipped(view), startSlices(signal), (row) => {
    rows.push(row)
    if (!row.read.ok) return
    const { payee, amount } = row.read.payment
    Amount.addTo(totals, amount)
    const lines = payees.get(payee)
    if (lines) lines.push(row.line)
    else payees.set(payee, [row.line])
  })
  return { ...(await checkRows(rows, known, { signal })), of: view, payees, totals: [...totals.values()] }
}
