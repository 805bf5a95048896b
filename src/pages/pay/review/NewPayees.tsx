import type { Account } from '#account/Account.ts'
import type { ActivityItem, RecentPayments } from '#account/Activity.ts'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { useBatchContents } from '#components/payment/useIncoming.ts'
import { ownPaid, sentPayments } from '#domain/activity/lookAlikeFlags.ts'
import { payeesOf } from '#domain/ledger/Attempt.ts'
import type { Payment } from '#domain/payout/Payout.ts'
import { LOOK_BACK_DAYS } from '#domain/shared/calendar.ts'
import { plural } from '#domain/shared/format.ts'
import { usePagedList } from '#queries/activity.ts'
import { readState } from '#queries/polling.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { Check } from '#ui/checks/CheckList.tsx'
import type { PaymentConsent } from './useConsent.ts'

const nothing: readonly ActivityItem[] = []

/**
 * Which payees this account has never paid, as far as is known, and the searched sources in words. The search for
 * earlier payments is part of it: payees found there are not new.
 */
export function useNewPayees(
  account: Account,
  payments: readonly Payment[],
  { before, attempts }: Pick<PaymentConsent, 'before' | 'attempts'>,
) {
  const made = before.data?.made ?? undefined
  const known = [
    ...payeesOf(attempts),
    ...(before.data?.found ?? []).flatMap(({ rows }) => rows.flatMap((row) => payments[row]?.payee ?? [])),
  ]
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
    state: readState({ data, error }),
    found,
    /** The searched sources in words. */
    searched: [
      `Checked: ${isMore ? `the newest ${items.length} entries of ` : ''}${where}${made ? `, and payments we found in the last ${LOOK_BACK_DAYS} days` : ''}.`,
      ...(unreadable > 0 ? [`${unreadable} of them can’t be read.`] : []),
    ].join(' '),
  }
}

/** How many payees are new. Only the person can judge whether they are the right ones. */
export function NewPayeesCheck({ state, found, searched }: ReturnType<typeof useNewPayees>) {
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
  const all = of === 2 ? 'Both recipients' : `All ${of} recipients`
  if (count === 0) return `${all} were paid before.`
  if (count === of) return `${all} are new: no earlier payment found.`
  return `${count} of ${of} recipients ${plural(count, 'is', 'are')} new: no earlier payment found.`
}

/** The known earlier payments of an account. */
export type KnownPayments = {
  /** Services list the account's payments, and anyone can have a token log one. */
  readonly isListed: boolean
  readonly items: readonly ActivityItem[]
  /** The contents of the batches among the items, by item id. */
  readonly contents: ReadonlyMap<string, ProposalContent>
  readonly made: RecentPayments | undefined
  /** Payees of payments that were found in another way: in this browser's ledger, or as the same payment. */
  readonly known?: readonly Address[]
}

/**
 * Compares payees with everything the account is known to have paid. Failed transactions and those that moved
 * nothing do not count. Each payee is counted once.
 */
export function newPayees(
  payees: readonly Address[],
  { isListed, items, contents, made, known = [] }: KnownPayments,
) {
  const paid = new Set(known.map((payee) => payee.toLowerCase()))
  let unread = 0
  for (const item of ownPaid(isListed, items)) {
    const sent = sentPayments(item, contents)
    if (!sent) unread++
    for (const { to, amount } of sent?.payments ?? []) if (amount.value > 0n) paid.add(to.toLowerCase())
  }
  for (const { reported, transfers, operators } of made?.payments ?? []) {
    // A transaction that was only sent may have failed; those that were judged are in the lists above. One operator
    // alone may invent a payment, and a token that is not pinned may log any.
    if (reported !== 'logged' || operators === 1) continue
    for (const { token, to, value } of transfers)
      if (value > 0n && Token.find(token)) paid.add(to.toLowerCase())
  }
  const all = new Map(payees.map((payee) => [payee.toLowerCase(), payee]))
  return {
    of: all.size,
    unpaid: [...all].flatMap(([key, payee]) => (paid.has(key) ? [] : [payee])),
    /** Executed batches that could not be decoded, so their payees are unknown. */
    unread,
  }
}
