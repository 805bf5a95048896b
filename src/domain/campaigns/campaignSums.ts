import * as Token from '#chain/money/Token.ts'
import { isRejected } from '#domain/ledger/Attempt.ts'
import { foldStatuses, type RowStatus, type StatusesOf } from '#domain/ledger/foldStatus.ts'
import type { Payment, Payout } from '#domain/payout/Payout.ts'
import type { Budget } from './Budget.ts'

/** The sums of a campaign in one token, in base units. Sums never mix tokens. */
export type CampaignSums = {
  readonly token: Token.Token
  /** The budget; without one, the total of its payouts. */
  readonly planned: bigint
  readonly hasBudget: boolean
  /** Requested and neither proven paid nor proven not paid. */
  readonly queued: bigint
  /** The part of `queued` that may or may not have been paid. */
  readonly unknown: bigint
  /** The part of `queued` whose status was not read yet. */
  readonly unread: bigint
  /** Proven paid. */
  readonly paid: bigint
  /** The planned amount that is neither queued nor paid. Negative if the campaign is over its budget. */
  readonly left: bigint
}

/** The payments and the budgets of one tag. */
export type Campaign = {
  readonly tag: string
  /** Newest first. */
  readonly payouts: readonly Payout[]
  readonly budgets: readonly Budget[]
}

/**
 * The campaigns of an account by tag: those of its payouts, and those that have a budget only.
 * @param payouts of the account
 */
export function campaignsOf(payouts: readonly Payout[], budgets: readonly Budget[]): readonly Campaign[] {
  const tags = new Set([...payouts.flatMap(({ tag }) => tag ?? []), ...budgets.map(({ tag }) => tag)])
  return [...tags].sort().map((tag) => ({
    tag,
    payouts: payouts.filter((payout) => payout.tag === tag),
    budgets: budgets.filter((budget) => budget.tag === tag),
  }))
}

/**
 * Adds up a campaign, one line for each token.
 */
export function campaignSums(
  { payouts, budgets }: Campaign,
  statusesOf: StatusesOf,
): readonly CampaignSums[] {
  const sums = new Map<string, Mutable>()
  const of = (token: Token.Token) => {
    const key = Token.key(token)
    const known = sums.get(key)
    if (known) return known
    const fresh = { token, listed: 0n, queued: 0n, unknown: 0n, unread: 0n, paid: 0n }
    sums.set(key, fresh)
    return fresh
  }
  for (const { amount } of budgets) of(amount.token)
  for (const payout of payouts) {
    payout.rows.forEach((row, place) => {
      if (isPlanned(payout, place)) of(row.amount.token).listed += row.amount.value
    })
    foldStatuses(payout, statusesOf).forEach(({ status, beside }, place) => {
      const row = payout.rows[place]
      if (!row) return
      // Each attempt may have moved money, so a row that was paid again is counted for each attempt.
      for (const one of [status, ...beside]) count(of(row.amount.token), row, one)
    })
  }
  return [...sums.values()].map(({ listed, ...sum }) => {
    const budget = budgets.find(({ amount }) => Token.key(amount.token) === Token.key(sum.token))
    const planned = budget?.amount.value ?? listed
    return { ...sum, planned, hasBudget: budget !== undefined, left: planned - sum.queued - sum.paid }
  })
}

type Mutable = {
  readonly token: Token.Token
  listed: bigint
  queued: bigint
  unknown: bigint
  unread: bigint
  paid: bigint
}

/** A row that was not requested is planned until the person leaves it unpaid. */
function isPlanned(payout: Payout, place: number): boolean {
  return !payout.closed || payout.attempts.some((one) => !isRejected(one) && one.rows.includes(place))
}

function count(sum: Mutable, { amount: { value } }: Payment, status: RowStatus): void {
  switch (status.kind) {
    case 'not-paid':
    case 'not-requested':
      return
    case 'paid':
      sum.paid += value
      return
    case 'paid-twice':
      sum.paid += value * BigInt(status.hashes.length)
      return
    default:
      sum.queued += value
      if (status.kind === 'reading') sum.unread += value
      else if (status.kind === 'unknown') sum.unknown += value
  }
}
