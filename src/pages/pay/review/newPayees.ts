import type { ActivityItem } from '#account/Activity.ts'
import type { RecentPayments } from '#account/RecentPayments.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { ownPaid } from '#domain/activity/lookAlikeFlags.ts'
import { sentPayments } from '#domain/activity/sentPayments.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'

/** The known earlier payments of an account. */
export type Seen = {
  /** Services list the account's payments, and anyone can have a token log one. */
  readonly isListed: boolean
  readonly items: readonly ActivityItem[]
  /** The contents of the batches among the items, by item id. */
  readonly contents: ReadonlyMap<string, ProposalContent>
  readonly made: RecentPayments | undefined
  /** Payees of payments that were found in another way: in this browser's ledger, or as the same payment. */
  readonly known?: readonly Address[]
}

/** Payees without any known payment, each counted once. */
export type NewPayees = {
  readonly of: number
  readonly unpaid: readonly Address[]
  /** Executed batches that could not be decoded, so their payees are unknown. */
  readonly unread: number
}

/**
 * Compares payees with everything the account is known to have paid. Failed transactions and those that moved
 * nothing do not count.
 */
export function newPayees(
  payees: readonly Address[],
  { isListed, items, contents, made, known = [] }: Seen,
): NewPayees {
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
  return { of: all.size, unpaid: [...all].flatMap(([key, payee]) => (paid.has(key) ? [] : [payee])), unread }
}
