import { useMemo } from 'react'
import type { Account } from '#account/Account.ts'
import type { ActivityItem } from '#account/Activity.ts'
import { factsOf } from '#account/facts.ts'
import { useBatchContents } from '#components/payment/useIncoming.ts'
import { payeesOf } from '#domain/ledger/knownPayees.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import { plural } from '#domain/shared/format.ts'
import { usePagedList } from '#queries/activityLists.ts'
import { Check } from '#ui/checks/CheckList.tsx'
import { type NewPayees, newPayees } from './newPayees.ts'
import type { PaymentConsent } from './useConsent.ts'

const nothing: readonly ActivityItem[] = []

/** The payees without a known payment, and how far that is known. */
export type NewPayeesFound = {
  readonly state: 'reading' | 'read' | 'not-read'
  readonly found: NewPayees
  /** The searched sources in words. */
  readonly searched: string
}

/**
 * Which payees this account has never paid, as far as is known, and the searched sources in words. The search for
 * earlier payments is part of it: payees found there are not new.
 */
export function useNewPayees(
  account: Account,
  payments: readonly Payment[],
  { before, attempts }: Pick<PaymentConsent, 'before' | 'attempts'>,
): NewPayeesFound {
  const made = before.data?.made ?? undefined
  const known = useMemo(
    () => [
      ...payeesOf(attempts),
      ...(before.data?.found ?? []).flatMap(({ rows }) => rows.flatMap((row) => payments[row]?.payee ?? [])),
    ],
    [attempts, before.data, payments],
  )
  const { data, error } = usePagedList(account, 'history', 'once').query
  const items = data?.items ?? nothing
  const contents = useBatchContents(account, items)
  const found = newPayees(
    payments.map(({ payee }) => payee),
    { isListed: factsOf(account).isListed, items, contents, made, known },
  )
  const isMore = data !== undefined && (data.cursor !== null || data.cut)
  const unreadable = (data?.unreadable.head ?? 0) + (data?.unreadable.rest ?? 0) + found.unread
  const where = factsOf(account).isListed ? 'the Safe’s history' : 'this browser'
  return {
    state: data ? 'read' : error ? 'not-read' : 'reading',
    found,
    searched: [
      `Checked: ${isMore ? `the newest ${items.length} entries of ` : ''}${where}${made ? ', and payments we found in the last 7 days' : ''}.`,
      ...(unreadable > 0 ? [`${unreadable} of them can’t be read.`] : []),
    ].join(' '),
  }
}

/** How many payees are new. Only the person can judge whether they are the right ones. */
export function NewPayeesCheck({ state, found, searched }: NewPayeesFound) {
  if (state !== 'read') {
    return state === 'reading' ? (
      <Check tone="wait">Checking who was paid before…</Check>
    ) : (
      <Check tone="warn">We couldn’t check who was paid before.</Check>
    )
  }
  const count = found.unpaid.length
  return (
    <Check tone={count === 0 ? 'good' : 'warn'} more={searched}>
      {newWords(count, found.of)}
    </Check>
  )
}

function newWords(count: number, of: number): string {
  if (of === 1) return count === 0 ? 'Paid before.' : 'New recipient: no earlier payment found.'
  if (count === 0) return `All ${of} recipients were paid before.`
  return `${count} of ${of} recipients ${plural(count, 'is', 'are')} new: no earlier payment found.`
}
