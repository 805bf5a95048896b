import type { RecentPayments } from '#account/Account.ts'
import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { isOwn } from '#domain/activity/paidBy.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'

/** What is known of the payments that an account has made. */
export type Seen = {
  readonly kind: 'eoa' | 'safe'
  readonly items: readonly ActivityItem[]
  /** What the batches among the items did, by item id. */
  readonly contents: ReadonlyMap<string, ProposalContent>
  readonly made: RecentPayments | undefined
}

/** Of the payees, each counted once: those to whom nothing that is known was paid. */
export type NewPayees = {
  readonly of: number
  readonly unpaid: readonly Address[]
  /** Executed batches that could not be looked into: whom they paid is not known. */
  readonly unread: number
}

/** Compares payees with what an account has paid for all that is known. What failed, or moved nothing, has paid nobody. */
export function newPayees(payees: readonly Address[], { kind, items, contents, made }: Seen): NewPayees {
  const paid = new Set<string>()
  let unread = 0
  for (const item of items) {
    const { id, what, status } = item
    // Anybody can make a token write that an account has paid; the list of a wallet is its own journal.
    const isPaid = status.kind === 'judged' ? status.status.kind === 'paid' : status.kind === 'executed'
    if (!isPaid || (kind === 'safe' && !isOwn(item))) continue
    if (what.kind === 'transfer-out' && what.amount.amount.value > 0n) paid.add(what.to.toLowerCase())
    if (what.kind !== 'batch') continue
    const rows = contents.get(id)?.rows
    if (!rows) unread++
    for (const { meaning } of rows ?? []) {
      if (meaning.kind === 'transfer' && meaning.amount.value > 0n) paid.add(meaning.to.toLowerCase())
    }
  }
  for (const { state, transfers } of made?.payments ?? []) {
    // What was only sent may have failed; what of it was judged stands in the lists above.
    if (state !== 'logged') continue
    for (const { to, value } of transfers) if (value > 0n) paid.add(to.toLowerCase())
  }
  const all = new Map(payees.map((payee) => [payee.toLowerCase(), payee]))
  return { of: all.size, unpaid: [...all].flatMap(([key, payee]) => (paid.has(key) ? [] : [payee])), unread }
}
