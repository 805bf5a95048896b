import type { Hex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'

/** Somebody asks to be paid on BNB Smart Chain. Everything that their link carries, and nothing that a server knows. */
export type PaymentRequest = {
  readonly payee: Address
  /** Pinned, or `unverified` by its contract address and the decimals that the request claims. */
  readonly token: Token.Token
  /** Base units of the token; null leaves the amount to the payer. */
  readonly value: bigint | null
  /** What it is for, in the words of who asks; empty for none. Clean, see `cleanLabel`. */
  readonly memo: string
  /** Invoice number or the like; empty for none. */
  readonly reference: string
  /** When it was made, in seconds since the epoch. Payments before that do not count, and it tells requests apart. */
  readonly madeAt: number
  /** The day on which it should be paid at the latest, `YYYY-MM-DD`; null for none. */
  readonly dueOn: string | null
  /** The Safe that is asked to pay; null for anybody. */
  readonly payer: Address | null
}

/** A request with what its maker put beside it. None of it is what is asked for, and all of it has to be checked. */
export type SignedRequest = {
  readonly request: PaymentRequest
  /** Of the account that will be paid, as far as it says so. */
  readonly signature: Hex | null
  /** Text of a proof of account, as `encodeProof` writes it, unread: whose name the account goes by. */
  readonly proof: string | null
}

export const MAX_MEMO = 80
export const MAX_REFERENCE = 40
/** No token has more; more digits than this could not be read anyway. */
export const MAX_DECIMALS = 36

/** The amount that is asked for; null where the payer decides. */
export function amountOf({ token, value }: PaymentRequest): Amount.Amount | null {
  return value === null ? null : { token, value }
}

/** `250.5 USDT`, or that any amount of the token will do. */
export function amountText(request: PaymentRequest): string {
  const amount = amountOf(request)
  return amount ? Amount.format(amount) : `any amount of ${request.token.symbol}`
}

/** A token that is not pinned. It is known by its contract alone: what it calls itself is its own claim. */
export function unverifiedToken(address: Address, decimals: number): Token.Token {
  return { address, symbol: `units of ${address}`, name: 'Unverified token', decimals }
}

/** True when the portal has the token's contract and decimals pinned. */
export function isPinned(token: Token.Token): boolean {
  return Token.find(token.address) !== undefined
}

/**
 * When a request is overdue, in ms since the epoch: when its last day has ended everywhere on Earth, so that no clock and no
 * time zone makes it late too early. Null for a request without a day.
 */
export function overdueFrom({ dueOn }: PaymentRequest): number | null {
  return dueOn === null ? null : Date.parse(`${dueOn}T00:00:00Z`) + 36 * 3_600_000
}
