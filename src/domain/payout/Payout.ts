import type { Position, Submission } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import * as Call from '#chain/money/Call.ts'

/**
 * Payments proven longer ago than this (ms) belong to another month. They are mentioned, but need no consent.
 */
export const LOOK_BACK = 7 * 86_400_000

/** One payment of a payout, as reviewed. It is identified by its position in the list. */
export type PayoutRow = {
  readonly payee: Address
  readonly amount: Amount
  /** The author's own note. It is never sent. */
  readonly note: string | null
  readonly reference: string | null
}

/**
 * A record of one request to the account, written before the request is made. A null `submission` means that
 * no answer was seen, so it is unknown whether the payment will happen.
 */
export type Ask = {
  /** ms since the epoch, by this device's clock. */
  readonly at: number
  /**
   * The account's position before the request; null if it could not be read and the person confirmed it
   * themselves.
   */
  readonly position: Position | null
  /** Ids of earlier payments with exactly the same content. They cannot be the answer to this request. */
  readonly known: readonly string[]
  readonly submission: Submission | null
}

/** Rows requested together, by their positions in the payout. */
export type Part = {
  readonly rows: readonly number[]
  readonly ask: Ask | null
  /**
   * The last request that was rejected. It may be made again. If its payments turn up anyway, for example
   * from a slow host, this record identifies them.
   */
  readonly refused: Ask | null
  /** Ids of earlier payments of the same rows that the person has seen and chose to repeat. */
  readonly again: readonly string[]
}

/**
 * A list of payments and everything that happened to it. Parts are only ever appended: a row that failed or
 * is paid again also appears in a later part. The last part that contains a row decides its state.
 */
export type Payout = {
  readonly id: string
  readonly account: Address
  readonly kind: 'eoa' | 'safe'
  /** ms since the epoch. */
  readonly createdAt: number
  readonly rows: readonly PayoutRow[]
  readonly parts: readonly Part[]
  /** Lines of the list that the person left out, with the reason. */
  readonly skipped: readonly { readonly line: number; readonly reason: string }[]
  /** The person decided to leave the remaining rows unpaid. */
  readonly closed?: boolean
  /** Number of writes so far. A page that holds an older revision must read again before it writes. */
  readonly revision: number
}

/** Builds a payout before its first request, split into parts of at most `limit` rows, in order. */
export function planPayout(
  account: { readonly address: Address; readonly kind: 'eoa' | 'safe' },
  rows: readonly PayoutRow[],
  limit: number,
  now: number,
  skipped: Payout['skipped'] = [],
): Payout {
  const places = rows.map((_, index) => index)
  return {
    id: crypto.randomUUID(),
    account: account.address,
    kind: account.kind,
    createdAt: now,
    rows,
    parts: account.kind === 'safe' ? inParts(places, limit) : inWalletParts(rows, limit),
    skipped,
    revision: 0,
  }
}

/**
 * Builds the parts for a wallet. BNB emits no log, so a BNB payment inside a batch could not be proven. Each
 * one gets its own transaction.
 */
function inWalletParts(rows: readonly PayoutRow[], limit: number): Part[] {
  const parts: Part[] = []
  let together: number[] = []
  const close = () => {
    parts.push(...inParts(together, limit))
    together = []
  }
  rows.forEach(({ amount }, index) => {
    if (amount.token.address === null) {
      close()
      parts.push(...inParts([index], 1))
    } else {
      together.push(index)
    }
  })
  close()
  return parts
}

/** Builds unrequested parts from the rows at these positions. */
export function inParts(places: readonly number[], limit: number, again: readonly string[] = []): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < places.length; at += limit) {
    parts.push({ rows: places.slice(at, at + limit), ask: null, refused: null, again })
  }
  return parts
}

/** The rows of a part, in order. */
export function rowsOf(payout: Payout, part: Part): readonly PayoutRow[] {
  return part.rows.flatMap((place) => payout.rows[place] ?? [])
}

/** The calls requested from the account: one plain transfer per row, in order. */
export function callsOf(payout: Payout, part: Part): readonly Call.Call[] {
  return rowsOf(payout, part).map(({ payee, amount }) => Call.transfer(payee, amount))
}

/** Index of the part that decides the state of a row. */
export function partOf(payout: Payout, row: number): number {
  return payout.parts.findLastIndex(({ rows }) => rows.includes(row))
}

/** Returns the payout with one part changed. */
export function withPart(payout: Payout, index: number, change: Partial<Part>): Payout {
  return {
    ...payout,
    parts: payout.parts.map((part, place) => (place === index ? { ...part, ...change } : part)),
  }
}

/** True for a part that was requested and whose outcome is unknown. */
export function isOpenQuestion({ ask }: Part): boolean {
  return ask !== null && ask.submission === null
}

/**
 * Adds parts for rows to be requested again: rows proven unpaid, or any that the person wants to repeat after
 * seeing what may have happened.
 * @param again ids of the payments that the person has seen
 */
export function withRetry(
  payout: Payout,
  places: readonly number[],
  limit: number,
  again: readonly string[] = [],
): Payout {
  return { ...payout, parts: [...payout.parts, ...inParts(places, limit, again)], closed: false }
}
