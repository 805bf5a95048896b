import * as v from 'valibot'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { totalsOf, valueIn } from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { address, tokenKey } from '#chain/schemas.ts'
import { isRejected } from '#domain/ledger/Attempt.ts'
import { foldStatuses, type RowStatus, type StatusesOf } from '#domain/ledger/foldStatus.ts'
import type { Payment, Payout } from '#domain/payout/Payout.ts'
import { keptList } from '#domain/shared/keptList.ts'
import { campaignFields, formatCampaign, parseCampaign, toTag } from '#domain/shared/tags.ts'
import { browserKey } from '#storage/keys.ts'

/** The amount that a person plans to spend from an account on a campaign, in one token. It limits nothing. */
export type Budget = {
  readonly account: Address
  readonly tag: string
  readonly amount: Amount.Amount
  /** ms since the epoch. */
  readonly setAt: number
}

const MOST_BUDGETS = 500

const entry = v.object({
  account: address,
  ...campaignFields,
  /** A pinned token: nobody plans in a token whose name is unknown. */
  token: tokenKey,
  value: v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,77}$/)),
  setAt: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(8.64e15)),
})

/** The budgets of this browser, of all accounts. Setting one again replaces it. */
export const keptBudgets = keptList<Budget>({
  key: browserKey('budgets.56'),
  name: 'budgets',
  max: MOST_BUDGETS,
  idOf: ({ account, tag, amount }) => `${account} ${Token.key(amount.token)} ${toTag(tag)}`,
  timeOf: ({ setAt }) => setAt,
  parse(raw) {
    const found = v.safeParse(entry, raw)
    if (!found.success) return null
    const { account, token: key, value, setAt } = found.output
    const tag = parseCampaign(found.output)
    const token = Token.pinned.find((one) => Token.key(one) === key)
    const units = BigInt(value)
    if (!token || tag === null || units >= 2n ** 256n) return null
    return { account, tag, amount: { token, value: units }, setAt }
  },
  format: ({ amount: { token, value }, tag, ...rest }) => ({
    ...rest,
    ...formatCampaign(tag),
    token: Token.key(token),
    value: `${value}`,
  }),
  merge: (_, added) => added,
})

/** The text of a budget as a person would type it; empty without a budget. */
export function budgetText(budget: Budget | undefined): string {
  return budget ? Amount.toDecimal(budget.amount) : ''
}

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
  /** Sent, of which the payee received less: a token may keep a part of each transfer. */
  readonly short: bigint
  /** The planned amount that is neither queued nor sent. Negative if the campaign is over its budget. */
  readonly left: bigint
}

/** The payments and the budgets of one tag. */
export type Campaign = {
  /** As it was spelled last. */
  readonly tag: string
  /** Newest first. */
  readonly payouts: readonly Payout[]
  readonly budgets: readonly Budget[]
}

/**
 * The campaigns of an account by tag: those of its payouts, and those that have a budget only.
 * @param payouts of the account, newest first
 */
export function campaignsOf(payouts: readonly Payout[], budgets: readonly Budget[]): readonly Campaign[] {
  const campaigns = new Map<string, string>()
  for (const { tag } of [...payouts, ...budgets])
    if (tag && !campaigns.has(toTag(tag))) campaigns.set(toTag(tag), tag)
  return [...campaigns.keys()].sort().map((key) => ({
    tag: campaigns.get(key) ?? key,
    payouts: payouts.filter(({ tag }) => tag && toTag(tag) === key),
    budgets: budgets.filter(({ tag }) => toTag(tag) === key),
  }))
}

/**
 * Adds up a campaign, one line for each token.
 */
export function campaignSums(
  { payouts, budgets }: Campaign,
  statusesOf: StatusesOf,
): readonly CampaignSums[] {
  const planned = payouts.flatMap((payout) => payout.rows.filter((_, place) => isPlanned(payout, place)))
  // Each attempt may have moved money, so a row that was paid again is counted for each attempt.
  const requested = payouts.flatMap((payout) =>
    foldStatuses(payout, statusesOf).flatMap(({ status, beside }, place) => {
      const row = payout.rows[place]
      return row ? [status, ...beside].map((one) => partOf(row, one)) : []
    }),
  )
  const listed = totalsOf(planned)
  const sumOf = (token: Token.Token, ...parts: readonly Part[]) =>
    valueIn(totalsOf(requested.filter(({ part }) => parts.includes(part))), token) ?? 0n
  return totalsOf([...budgets, ...planned, ...requested]).map(({ token }) => {
    const queued = sumOf(token, 'queued', 'unread', 'unknown')
    const [paid, short] = [sumOf(token, 'paid'), sumOf(token, 'short')]
    const budget = valueIn(
      budgets.map(({ amount }) => amount),
      token,
    )
    const whole = budget ?? valueIn(listed, token) ?? 0n
    return {
      token,
      queued,
      paid,
      short,
      planned: whole,
      hasBudget: budget !== null,
      left: whole - queued - paid - short,
      unknown: sumOf(token, 'unknown'),
      unread: sumOf(token, 'unread'),
    }
  })
}

/** Where the money of a requested row stands. */
type Part = 'none' | 'queued' | 'unknown' | 'unread' | 'paid' | 'short'

/** A row that was not requested is planned until the person leaves it unpaid. */
function isPlanned(payout: Payout, place: number): boolean {
  return !payout.closed || payout.attempts.some((one) => !isRejected(one) && one.rows.includes(place))
}

function partOf(
  { amount }: Payment,
  status: RowStatus,
): { readonly amount: Amount.Amount; readonly part: Part } {
  switch (status.kind) {
    case 'not-paid':
    case 'not-requested':
      return { amount, part: 'none' }
    case 'paid':
    case 'short':
      return { amount, part: status.kind }
    case 'paid-twice':
      return { amount: { ...amount, value: amount.value * BigInt(status.times) }, part: 'paid' }
    case 'reading':
      return { amount, part: 'unread' }
    default:
      return { amount, part: status.kind === 'unknown' ? 'unknown' : 'queued' }
  }
}
