import type { Position, Submission } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import * as Call from '#chain/money/Call.ts'

/** Payments that were proven earlier than this (ms) are another month's, and only named. */
export const LOOK_BACK = 7 * 86_400_000

/** One payment of a payout, as it was reviewed. Its place in the list is its name. */
export type PayoutRow = {
  readonly payee: Address
  readonly amount: Amount
  /** The list maker's own words. They are never sent. */
  readonly note: string | null
  readonly reference: string | null
}

/**
 * A record that the account was asked for a part, written before the request. `submission` null: no answer was seen, so
 * whether it will be paid is unknown.
 */
export type Ask = {
  /** ms since the epoch, by the clock of this device. */
  readonly at: number
  /** Where the account stood before; null where that could not be read, and a person answered for it. */
  readonly position: Position | null
  /** Ids of payments with exactly the same content that existed before: they are not the answer to this request. */
  readonly known: readonly string[]
  readonly submission: Submission | null
}

/** Rows that are asked for together, by their places in the payout. */
export type Part = {
  readonly rows: readonly number[]
  readonly ask: Ask | null
  /**
   * The last request that was declined. It may be made again; if its payments turn up anyway, for example from a slow host,
   * this is how they are recognised.
   */
  readonly refused: Ask | null
  /** Ids of earlier payments of the same rows that the person has seen and chose to repeat. */
  readonly again: readonly string[]
}

/**
 * A list of payments and everything that happened to it. Parts are only added to: a row that failed, or that is paid again, stands
 * in a later part too, and the last one that holds it says where it stands.
 */
export type Payout = {
  readonly id: string
  readonly account: Address
  readonly kind: 'eoa' | 'safe'
  /** ms since the epoch. */
  readonly createdAt: number
  readonly rows: readonly PayoutRow[]
  readonly parts: readonly Part[]
  /** Lines of the list that a person has left out, with the reason. */
  readonly skipped: readonly { readonly line: number; readonly reason: string }[]
  /** A person has decided to leave unpaid what was never asked for. */
  readonly closed?: boolean
  /** How often it was written: a page that holds an older one must read again before it writes. */
  readonly revision: number
}

/** A payout before its first request, split into parts of at most `limit` rows, in order. */
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
 * Parts for a wallet. BNB leaves no log, so inside a batch it could not be proven paid: each BNB payment is a transaction
 * of its own.
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

/** Parts that were never asked for, of the rows at these places. */
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

/** What the account is asked for: one plain transfer for each row, in order. */
export function callsOf(payout: Payout, part: Part): readonly Call.Call[] {
  return rowsOf(payout, part).map(({ payee, amount }) => Call.transfer(payee, amount))
}

/** The place of the part that says where a row stands. */
export function partOf(payout: Payout, row: number): number {
  return payout.parts.findLastIndex(({ rows }) => rows.includes(row))
}

/** The same payout with one part changed. */
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
 * Adds parts for rows that are to be asked for again: those that are proven unpaid, or any that the person wants to
 * repeat after seeing what may have happened.
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
