import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import type { LookAlike } from '#chain/names/lookAlike.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { type RedFlag, worstFirst } from '#safe/proposal/redFlags.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'

/** The address that another one imitates: of somebody who was paid before, or `isSaved` in this browser alone. */
export type KnownLookAlike = LookAlike & { readonly isSaved?: boolean }

/** Finds the known address that another one imitates; null if there is none. */
export type FindLookAlike = (address: Address) => KnownLookAlike | null

/**
 * Flags every payee that looks like an earlier payee or a saved person but is a different address: one that a thief planted in
 * the history, and that was copied into a payment.
 */
export function withLookAlikes(report: ProposalReport, findLookAlike: FindLookAlike): ProposalReport {
  const { rows } = report.content
  const flags = rows.flatMap(({ meaning, path }): RedFlag[] => {
    const found = meaning.kind === 'transfer' ? findLookAlike(meaning.to) : null
    if (meaning.kind !== 'transfer' || !found) return []
    const where = rows.length > 1 ? `Row ${path}: ` : ''
    const known = `${found.known}, which ${found.isSaved ? 'you saved' : 'was paid before'}`
    return found.kind === 'look-alike'
      ? [
          {
            level: 'danger',
            words: `${where}${meaning.to} begins and ends like ${known}, and is another address.`,
          },
        ]
      : [
          {
            level: 'look',
            words: `${where}${meaning.to} is similar to ${known}.`,
          },
        ]
  })
  if (flags.length === 0) return report
  return { ...report, flags: worstFirst([...flags, ...report.flags]) }
}

/** Whether the account itself did it, by signatures or its own module. */
export function isOwn({ safeTxHash, module }: ActivityItem): boolean {
  return safeTxHash !== null || module !== null
}

/**
 * The items that the account itself paid. Anyone can write into the history of a Safe, and not every request was paid.
 * @param isListed services list the items, so that anyone may be behind one
 */
export function ownPaid(isListed: boolean, items: readonly ActivityItem[]): readonly ActivityItem[] {
  return items.filter((item) => {
    const { status } = item
    const isPaid = status.kind === 'judged' ? status.status.kind === 'paid' : status.kind === 'executed'
    return isPaid && (!isListed || isOwn(item))
  })
}

/** Every payee that the account itself paid, in the loaded part of its history. */
export function paidBy(
  kind: ListedAccount['kind'],
  items: readonly ActivityItem[],
  contents: ReadonlyMap<string, ProposalContent>,
): readonly Address[] {
  return ownPaid(kind !== 'eoa', items).flatMap(
    (item) => sentPayments(item, contents)?.payments.map(({ to }) => to) ?? [],
  )
}

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
