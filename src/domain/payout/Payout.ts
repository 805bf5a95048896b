import type { Position, Submission } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import * as Call from '#chain/money/Call.ts'
import type { EnteredName } from '#domain/payee/enteredName.ts'
import type { UsdRate } from './usdRate.ts'

/**
 * Payments proven longer ago than this (ms) belong to another month. They are mentioned, but need no consent.
 */
export const LOOK_BACK = 7 * 86_400_000

/** One payment of a payout, as reviewed. It is identified by its position in the list. */
export type Payment = {
  readonly payee: Address
  readonly amount: Amount
  /** The author's own note. It is never sent. */
  readonly note: string | null
  readonly reference: string | null
  /** What the list calls the payee. Nobody has checked it. */
  readonly name?: string
  /** The `.bnb` name that was entered for the payee. Only the address is paid. */
  readonly entered?: EnteredName
  /** Where it answers a request in US dollars: the rate that its amount comes from. */
  readonly rate?: UsdRate
  /** Line of the list it was read from, counting blank lines. */
  readonly line?: number
}

/**
 * A record of one request to the account, written before the request is made. A null `submission` means that
 * no answer was seen, so it is unknown whether the payment will happen.
 */
export type Attempt = {
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
export type Batch = {
  readonly rows: readonly number[]
  readonly attempt: Attempt | null
  /**
   * The last request that was rejected. It may be made again. If its payments turn up anyway, for example
   * from a slow host, this record identifies them.
   */
  readonly rejected: Attempt | null
  /** Ids of earlier payments of the same rows that the person has seen and chose to repeat. */
  readonly again: readonly string[]
}

/** The template that a payout was made from, and the date (`YYYY-MM-DD`) that it pays for. */
export type Run = { readonly template: string; readonly due: string }

/**
 * A list of payments and everything that happened to it. Batches are only ever appended: a row that failed or
 * is paid again also appears in a later batch. The last batch that contains a row decides its state.
 */
export type Payout = {
  readonly id: string
  readonly account: Address
  readonly kind: 'eoa' | 'safe'
  /** ms since the epoch. */
  readonly createdAt: number
  readonly rows: readonly Payment[]
  readonly batches: readonly Batch[]
  /** Lines of the list that the person left out, with the reason. */
  readonly skipped: readonly { readonly line: number; readonly reason: string }[]
  /** Where it was made from a template. */
  readonly run?: Run
  /** The campaign that it belongs to. The person may change it at any time. */
  readonly tag?: string
  /** The person decided to leave the remaining rows unpaid. */
  readonly closed?: boolean
  /**
   * It came from a backup file, so nobody has reviewed its rows here. What it requested counts as if it had been
   * requested here; it requests nothing more.
   */
  readonly restored?: boolean
  /** Number of writes so far. A page that holds an older revision must read again before it writes. */
  readonly revision: number
}

/** What a list of payments belongs to: it moves no money and changes no check. */
export type Belongs = { readonly run: Run | null; readonly tag: string | null }

export const belongsToNothing: Belongs = { run: null, tag: null }

/** Builds a payout before its first request, split into batches of at most `limit` rows, in order. */
export function planPayout(
  account: { readonly address: Address; readonly kind: 'eoa' | 'safe' },
  rows: readonly Payment[],
  limit: number,
  now: number,
  skipped: Payout['skipped'] = [],
  { run, tag }: Belongs = belongsToNothing,
): Payout {
  const places = rows.map((_, index) => index)
  return {
    id: crypto.randomUUID(),
    account: account.address,
    kind: account.kind,
    createdAt: now,
    rows,
    batches: account.kind === 'safe' ? toBatches(places, limit) : toWalletBatches(rows, limit),
    skipped,
    ...(run && { run }),
    ...(tag !== null && { tag }),
    revision: 0,
  }
}

/**
 * Builds the batches for a wallet. BNB emits no log, so a BNB payment inside a batch could not be proven. Each
 * one gets its own transaction.
 */
function toWalletBatches(rows: readonly Payment[], limit: number): Batch[] {
  const batches: Batch[] = []
  let together: number[] = []
  const close = () => {
    batches.push(...toBatches(together, limit))
    together = []
  }
  rows.forEach(({ amount }, index) => {
    if (amount.token.address === null) {
      close()
      batches.push(...toBatches([index], 1))
    } else {
      together.push(index)
    }
  })
  close()
  return batches
}

/** Builds unrequested batches from the rows at these positions. */
export function toBatches(places: readonly number[], limit: number, again: readonly string[] = []): Batch[] {
  const batches: Batch[] = []
  for (let at = 0; at < places.length; at += limit) {
    batches.push({ rows: places.slice(at, at + limit), attempt: null, rejected: null, again })
  }
  return batches
}

/** The rows of a batch, in order. */
export function batchRows(payout: Payout, batch: Batch): readonly Payment[] {
  return batch.rows.flatMap((place) => payout.rows[place] ?? [])
}

/** The calls requested from the account: one plain transfer per row, in order. */
export function batchCalls(payout: Payout, batch: Batch): readonly Call.Call[] {
  return batchRows(payout, batch).map(({ payee, amount }) => Call.transfer(payee, amount))
}

/** Index of the batch that decides the state of a row. */
export function batchOf(payout: Payout, row: number): number {
  return payout.batches.findLastIndex(({ rows }) => rows.includes(row))
}

/** Returns the payout with one batch changed. */
export function withBatch(payout: Payout, index: number, change: Partial<Batch>): Payout {
  return {
    ...payout,
    batches: payout.batches.map((batch, place) => (place === index ? { ...batch, ...change } : batch)),
  }
}

/** True for a batch that was requested and whose outcome is unknown. */
export function isUnanswered({ attempt }: Batch): boolean {
  return attempt !== null && attempt.submission === null
}

/**
 * Adds batches for rows to be requested again: rows proven unpaid, or any that the person wants to repeat after
 * seeing what may have happened.
 * @param again ids of the payments that the person has seen
 */
export function withRetry(
  payout: Payout,
  places: readonly number[],
  limit: number,
  again: readonly string[] = [],
): Payout {
  return { ...payout, batches: [...payout.batches, ...toBatches(places, limit, again)], closed: false }
}

/** The payments of all batches that were not requested yet and decide the state of their rows. */
export function openRows(payout: Payout): readonly Payment[] {
  return payout.batches.flatMap(({ attempt, rows }, index) =>
    attempt === null
      ? rows.flatMap((row) => (batchOf(payout, row) === index ? (payout.rows[row] ?? []) : []))
      : [],
  )
}

/** Rows of a payout that still need attention, based on stored data alone. */
export type Left = {
  /** Not requested, or rejected; zero once the person has left them unpaid. */
  readonly open: number
  /** Requested, and no answer was seen. */
  readonly unknown: number
}

/** What is left of a payout. Both counts are zero once everything was requested and answered. */
export function leftOf(payout: Payout): Left {
  const count = (is: (batch: Batch) => boolean) =>
    payout.batches.reduce(
      (sum, batch, index) =>
        is(batch) ? sum + batch.rows.filter((row) => batchOf(payout, row) === index).length : sum,
      0,
    )
  return { open: payout.closed ? 0 : count(({ attempt }) => attempt === null), unknown: count(isUnanswered) }
}

/** A request now known to have been carried out, although it had no answer or was rejected. */
export type AnswerFound = {
  readonly payout: string
  readonly was: 'unanswered' | 'rejected'
  readonly rows: number
}

/** Compares two readings of a payout and returns the answers found in between. */
export function answersFound(before: Payout, after: Payout): readonly AnswerFound[] {
  return after.batches.flatMap(({ attempt, rows }, index) => {
    const earlier = before.batches[index]
    if (!earlier || !attempt?.submission || earlier.attempt?.submission) return []
    const was = isUnanswered(earlier) ? 'unanswered' : earlier.rejected ? 'rejected' : null
    return was === null ? [] : [{ payout: after.id, was, rows: rows.length }]
  })
}
