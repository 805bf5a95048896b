import * as v from 'valibot'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { address, tokenKey } from '#chain/schemas.ts'
import { campaignFields, formatCampaign, parseCampaign } from '#domain/shared/campaignTag.ts'
import { keptList } from '#domain/shared/keptList.ts'
import { toTag } from '#domain/shared/tags.ts'
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
