import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import type { LookAlike } from '#chain/names/lookAlike.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import type { RedFlag } from '#safe/proposal/redFlags.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { sentPayments } from './sentPayments.ts'

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
  const all = [...flags, ...report.flags]
  return { ...report, flags: all.sort((a, b) => Number(a.level === 'look') - Number(b.level === 'look')) }
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
