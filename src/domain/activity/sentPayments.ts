import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'

/** One payment of an item. */
type SentPayment = {
  readonly to: Address
  readonly amount: Amount
  /** Its own status, if it can differ from that of its item; otherwise null. */
  readonly status: PaymentStatus | null
}

/** The payments of an item, and how many of its calls are something else. */
type SentPayments = { readonly payments: readonly SentPayment[]; readonly others: number }

/**
 * The payments that an account sent, or asked for, with an item of its lists; null for a batch that was not read.
 * @param contents the contents of a Safe's executed batches, by item id
 */
export function sentPayments(
  { id, what }: Pick<ActivityItem, 'id' | 'what'>,
  contents: ReadonlyMap<string, ProposalContent>,
): SentPayments | null {
  if (what.kind === 'transfer-out') {
    return { payments: [{ to: what.to, amount: what.amount.amount, status: null }], others: 0 }
  }
  if (what.kind !== 'batch') return { payments: [], others: 1 }
  if (what.payments) {
    return { payments: what.payments, others: (what.count ?? 0) - what.payments.length }
  }
  const content = contents.get(id)
  if (!content) return null
  const payments = content.rows.flatMap(({ meaning }) =>
    meaning.kind === 'transfer' ? [{ to: meaning.to, amount: meaning.amount, status: null }] : [],
  )
  return { payments, others: content.others }
}
