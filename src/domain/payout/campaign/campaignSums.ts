import * as Token from '#chain/money/Token.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { batchOf, type Payment, type Payout } from '../Payout.ts'
import type { Budget } from './Budget.ts'

/** What a campaign comes to in one token, in base units. Sums never mix tokens. */
export type CampaignSums = {
  readonly token: Token.Token
  /** The budget; without one, what its payouts add up to. */
  readonly planned: bigint
  readonly hasBudget: boolean
  /** Requested and neither proven paid nor proven not paid. */
  readonly queued: bigint
  /** The part of `queued` of which it is unknown whether it was paid. */
  readonly unknown: bigint
  /** The part of `queued` whose status was not read yet. */
  readonly unread: bigint
  /** Proven paid. */
  readonly paid: bigint
  /** What is planned and neither queued nor paid. Negative if it is over. */
  readonly left: bigint
}

/** The payments and the budgets of one tag. */
export type Campaign = {
  readonly tag: string
  /** Newest first. */
  readonly payouts: readonly Payout[]
  readonly budgets: readonly Budget[]
}

/** The statuses read for a batch of a payout, in row order; undefined until read. */
export type StatusesOf = (payout: Payout, batch: number) => readonly PaymentStatus[] | undefined

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
 * Adds up a campaign, one line for each token. A row that was paid again counts as often as it was requested: each
 * request may have moved money.
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
    payout.batches.forEach(({ rows, attempt }, index) => {
      if (attempt === null) return
      const statuses = attempt.submission && statusesOf(payout, index)
      rows.forEach((place, at) => {
        const row = payout.rows[place]
        if (row) count(of(row.amount.token), row, attempt.submission === null ? null : statuses?.[at])
      })
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
  const isRequested = payout.batches.some(({ attempt, rows }) => attempt !== null && rows.includes(place))
  return isRequested || (!payout.closed && batchOf(payout, place) >= 0)
}

/** @param status null for a request without an answer, undefined for one that was not read */
function count(sum: Mutable, { amount: { value } }: Payment, status: PaymentStatus | null | undefined): void {
  if (status?.kind === 'not-paid') return
  if (status?.kind === 'paid') {
    sum.paid += value
    return
  }
  sum.queued += value
  if (status === undefined) sum.unread += value
  else if (status === null || status.kind === 'unknown') sum.unknown += value
}
