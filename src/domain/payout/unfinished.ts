import { type Hex, keccak256, stringToBytes } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Transfer } from '#chain/money/Call.ts'
import { isOpenQuestion, type Part, type Payout, partOf } from './Payout.ts'

/**
 * Names a list of payments of an account by its content: the keccak256 hash of one canonical text. Order does not count,
 * so the rows of a file, of a proposal and of a receipt give the same one. Every row counts, repeated ones too.
 */
export function fingerprint(account: Address, transfers: readonly Transfer[]): Hex {
  const rows = transfers.map(transferKey).sort()
  return keccak256(
    stringToBytes(['influencer-portal payout 1', BSC_CHAIN_ID, account.toLowerCase(), ...rows].join('\n')),
  )
}

/** The first 16 hex digits, in groups of four: what people compare. */
export function shortFingerprint(whole: Hex): string {
  return whole.slice(2, 18).replace(/(.{4})(?=.)/g, '$1 ')
}

/** A transfer as one line of text: token, payee, base units. Two transfers are the same payment if this is the same. */
export function transferKey({ token, to, value }: Transfer): string {
  return `${token ?? 'bnb'} ${to} ${value}`.toLowerCase()
}

/** Rows of a payout that somebody still has to see to, by what is known of them without asking anybody. */
export type Left = {
  /** Never asked for, or answered with "no"; zero once a person has left them unpaid. */
  readonly open: number
  /** Asked for, and no answer was seen. */
  readonly unknown: number
}

/** What is left of a payout; both are zero when all of it was asked for and answered. */
export function leftOf(payout: Payout): Left {
  const count = (is: (part: Part) => boolean) =>
    payout.parts.reduce(
      (sum, part, index) =>
        is(part) ? sum + part.rows.filter((row) => partOf(payout, row) === index).length : sum,
      0,
    )
  return { open: payout.closed ? 0 : count(({ ask }) => ask === null), unknown: count(isOpenQuestion) }
}

/** A question that is known to have been carried out, although nobody had said so, or somebody had said no. */
export type AnswerFound = {
  readonly payout: string
  readonly was: 'unanswered' | 'refused'
  readonly rows: number
}

/** What was learned of a payout between two readings of it. */
export function answersFound(before: Payout, after: Payout): readonly AnswerFound[] {
  return after.parts.flatMap(({ ask, rows }, index) => {
    const earlier = before.parts[index]
    if (!earlier || !ask?.submission || earlier.ask?.submission) return []
    const was = isOpenQuestion(earlier) ? 'unanswered' : earlier.refused ? 'refused' : null
    return was === null ? [] : [{ payout: after.id, was, rows: rows.length }]
  })
}
