import type { Hex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { dollarText } from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { asDrawn, isAddressLike } from '#chain/names/addressLike.ts'
import { labelLength } from '#chain/text/label.ts'
import type { Handle } from '#domain/proof/Handle.ts'
import { day } from '#domain/shared/format.ts'
import { withoutQuotes } from '#domain/shared/labelText.ts'

/**
 * How much a request asks for.
 * - `exact` base units of its token
 * - `open` the payer decides
 * - `usd` US dollars, paid in its token at Chainlink's price
 */
export type AskedAmount =
  | { readonly kind: 'exact'; readonly value: bigint }
  | { readonly kind: 'open' }
  | {
      readonly kind: 'usd'
      /** US cents, at most `MAX_CENTS`. */
      readonly cents: bigint
      /** How far a payment may be off and still pays it, in hundredths of a percent, at most `MAX_TOLERANCE`. */
      readonly tolerance: number
      /** When it stops to be payable, in seconds since the epoch; later than `madeAt`. */
      readonly until: number
    }

/** A request to be paid on BNB Smart Chain. It holds everything that the link carries; no server knows it. */
export type PaymentRequest = {
  readonly payee: Address
  /** Pinned, or `unverified`: known by its contract address and the decimals that the request claims. */
  readonly token: Token.Token
  readonly asked: AskedAmount
  /** The purpose, in the payee's words; empty for none. Clean, see `cleanLabel`. */
  readonly memo: string
  /** An invoice number or similar; empty for none. */
  readonly reference: string
  /**
   * When it was made, in seconds since the epoch. Earlier payments do not count, and it makes each request
   * unique.
   */
  readonly madeAt: number
  /** The last day to pay, `YYYY-MM-DD`; null for none, and for a request in US dollars, which has its own time. */
  readonly dueOn: string | null
  /** The Safe that should pay; null for anyone. */
  readonly payer: Address | null
  /**
   * The payee's display name, empty for none; see `nameFault`. Like the handle it is the payee's own claim, and shown as
   * theirs only when the request is signed.
   */
  readonly name: string
  /** The payee's handle, which the code of `proofCode` on the profile confirms; null for none. */
  readonly handle: Handle | null
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
export const MAX_NAME = 60
/** No token has more decimals than this; larger amounts could not be read anyway. */
export const MAX_DECIMALS = 36

/** Ten trillion dollars: in base units of any token at any possible price it is far below uint256. */
export const MAX_CENTS = 10n ** 15n
/** Ten percent, in hundredths of a percent. */
export const MAX_TOLERANCE = 1_000

/** Check marks, locks and shields, which pages put beside what they have checked. */
const SEALS = /[\u221a\u2611\u2705\u2713\u2714\u{1f5f8}\u{1f5f9}\u{1f6e1}\u{1f50f}-\u{1f512}\u{1fbb1}]/u
/** Words of somebody who has checked. “Official” is part of many artists' names. */
const CHECKED =
  /(?<!\p{L})(?:verified|terverifikasi|certified|authenticated|verifi(?:ziert(?:e[rs]?)?|cad[oa]s?|cat[oaie]|[ée]s?|é(?:e|es))|vérifiée?s?|geverifieerde?|geprüfte?[rs]?|zweryfikowan[yao]|doğrulan(?:mış|dı)|провере?н(?:о|а|ный|ная)?|подтвержд[её]н(?:о|а|ный|ная)?|перевірено|已验证|已驗證|已核实|已认证|已認證|官方认证|認証済み?|인증(?:됨|된)|موثق|सत्यापित)(?!\p{L})/iu
/** `https://…`, `www.…`, and a word with the ending of a site. Without the endings, “St.John” would be one. */
const WEB =
  /:\/\/|(?<!\p{L})www\.|[\p{L}\p{N}]\.(?:com|net|org|io|app|co|me|xyz|site|online|link|finance|info|dev|ai|tv|gg|shop|store|eth|bnb)(?![\p{L}\p{N}])/iu

/** A nickname between other words, `Ada “the Ace” Lopez`, which ends no quotation around the name. */
const NICKNAME = /(?<![^\s])["“„«][^"“”„‟«»″‶〝〞〟❝❞＂]{1,60}["“”»](?![^\s])/gu

/**
 * Why a clean text is no display name: `@` could make it look like a handle that was proven, and a check mark, a word
 * such as “verified” or a web address like the portal's own word, as could what follows a quotation mark.
 */
export function nameFault(name: string): 'too-long' | 'address' | 'handle' | 'claim' | null {
  if (labelLength(name) > MAX_NAME) return 'too-long'
  if (isAddressLike(name)) return 'address'
  if (/[@\uFE6B\uFF20]/.test(name)) return 'handle'
  const isSite = readingsOf(name).some((text) => WEB.test(text))
  const bare = name.replace(NICKNAME, ' ')
  return claimsCheck(name) || isSite || withoutQuotes(bare) !== bare ? 'claim' : null
}

/** True for a name with a check mark or a word such as “verified”, which is not the portal's word. */
export function claimsCheck(name: string): boolean {
  return readingsOf(name).some((text) => SEALS.test(text) || CHECKED.test(text))
}

/**
 * A text as written, for words of other languages, and as it looks, for imitated Latin letters: also with its single
 * letters, as in `v e r i f i e d`, joined.
 */
function readingsOf(text: string): readonly string[] {
  const drawn = asDrawn(text).replace(/[。｡]/gu, '.')
  const joined = drawn.replace(/(?<=(?<!\p{L})\p{L})[\s._·-]{1,3}(?=\p{L}(?!\p{L}))/gu, '')
  return [text.normalize('NFKC'), drawn, drawn.replace(/[1l|!]/g, 'i'), joined]
}

/** The request without what only its signed text can show. */
export function withoutIdentity(request: PaymentRequest): PaymentRequest {
  return { ...request, name: '', handle: null }
}

/** The requested amount of the token; null if the payer or a price decides. */
export function amountOf({ token, asked }: PaymentRequest): Amount.Amount | null {
  return asked.kind === 'exact' ? { token, value: asked.value } : null
}

/** `250.5 USDT`, `$250 in BNB`, or a sentence that any amount of the token is fine. */
export function amountText({ token, asked }: PaymentRequest): string {
  switch (asked.kind) {
    case 'exact':
      return Amount.format({ token, value: asked.value })
    case 'open':
      return `any amount of ${token.symbol}`
    case 'usd':
      return `${dollarText(asked.cents)} in ${token.symbol}`
  }
}

/** `1%`: how far a payment may be off. @param tolerance in hundredths of a percent */
export function percentText(tolerance: number): string {
  return `${tolerance / 100}%`
}

/** Which amounts count as paid. @param tolerance in hundredths of a percent */
export function toleranceText(tolerance: number): string {
  return tolerance > 0 ? `Up to ${percentText(tolerance)} more or less` : 'Exact to the cent'
}

/** True once a request in US dollars can no longer be paid, because its rate was offered for a time. `now` in ms. */
export function isRateExpired({ asked }: PaymentRequest, now: number): boolean {
  return asked.kind === 'usd' && now >= asked.until * 1_000
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
export function overdueFrom({ asked, dueOn }: PaymentRequest): number | null {
  if (asked.kind === 'usd') return asked.until * 1_000
  return dueOn === null ? null : Date.parse(`${dueOn}T00:00:00Z`) + 36 * 3_600_000
}

/** `15 Dec 2026`, whatever the time zone. @param dueOn `YYYY-MM-DD` */
export function dueText(dueOn: string): string {
  return day(Date.parse(`${dueOn}T12:00`))
}
