import type { Hex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'

/** A request to be paid on BNB Smart Chain. It holds everything that the link carries; no server knows it. */
export type PaymentRequest = {
  readonly payee: Address
  /** Pinned, or `unverified`: known by its contract address and the decimals that the request claims. */
  readonly token: Token.Token
  /** Base units of the token; null leaves the amount to the payer. */
  readonly value: bigint | null
  /** The purpose, in the payee's words; empty for none. Clean, see `cleanLabel`. */
  readonly memo: string
  /** An invoice number or similar; empty for none. */
  readonly reference: string
  /**
   * When it was made, in seconds since the epoch. Earlier payments do not count, and it makes each request
   * unique.
   */
  readonly madeAt: number
  /** The last day to pay, `YYYY-MM-DD`; null for none. */
  readonly dueOn: string | null
  /** The Safe that should pay; null for anyone. */
  readonly payer: Address | null
}

/**
 * A request with the attachments of its maker. They are not part of the request, and all of them must be
 * checked.
 */
export type SignedRequest = {
  readonly request: PaymentRequest
  /** Claims to be a signature of the account to be paid. */
  readonly signature: Hex | null
  /**
   * Unparsed text of a proof of account, as `encodeProof` writes it, which names the owner of the account.
   */
  readonly proof: string | null
}

export const MAX_MEMO = 80
export const MAX_REFERENCE = 40
/** No token has more decimals than this; larger amounts could not be read anyway. */
export const MAX_DECIMALS = 36

/** The requested amount; null if the payer decides. */
export function amountOf({ token, value }: PaymentRequest): Amount.Amount | null {
  return value === null ? null : { token, value }
}

/** `250.5 USDT`, or a sentence that any amount of the token is fine. */
export function amountText(request: PaymentRequest): string {
  const amount = amountOf(request)
  return amount ? Amount.format(amount) : `any amount of ${request.token.symbol}`
}

/** A token that is not pinned. Only its contract identifies it; its name is its own claim. */
export function unverifiedToken(address: Address, decimals: number): Token.Token {
  return { address, symbol: `units of ${address}`, name: 'Unverified token', decimals }
}

/** True when the portal has the token's contract and decimals pinned. */
export function isPinned(token: Token.Token): boolean {
  return Token.find(token.address) !== undefined
}

/**
 * When a request becomes overdue, in ms since the epoch: once its last day has ended everywhere on Earth, so
 * that no time zone makes it overdue too early. Null for a request without a due day.
 */
export function overdueFrom({ dueOn }: PaymentRequest): number | null {
  return dueOn === null ? null : Date.parse(`${dueOn}T00:00:00Z`) + 36 * 3_600_000
}
