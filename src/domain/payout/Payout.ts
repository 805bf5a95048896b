import * as v from 'valibot'
import { keccak256, stringToBytes } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Call from '#chain/money/Call.ts'
import { isAddressLike } from '#chain/names/addressLike.ts'
import type { Price } from '#chain/prices/feeds.ts'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import { type Attempt, isRejected, isUnanswered } from '#domain/ledger/Attempt.ts'
import type { AnsweredRequest } from '#domain/ledger/earlierPayments.ts'
import type { EnteredName } from '#domain/payee/checkPayee.ts'
import { decodeRequest, requestKey } from '#domain/request/requestLink.ts'
import { campaignFields, formatCampaign, parseCampaign } from '#domain/shared/tags.ts'

/** One payment of a payout, as reviewed. It is identified by its position in the list. */
export type Payment = {
  readonly payee: Address
  readonly amount: Amount.Amount
  /** The author's own note. It is never sent. */
  readonly note: string | null
  readonly reference: string | null
  /** The payee's name in the list, or the one that a request was signed with. Nobody has checked it. */
  readonly name?: string
  /** The payee's handle on a platform as the list writes it, such as `@anna.makes`. Nobody has checked it. */
  readonly handle?: string
  /** The `.bnb` name that was entered for the payee. Only the address is paid. */
  readonly entered?: EnteredName
  /** The rate of its amount, if it answers a request in US dollars. */
  readonly rate?: UsdRate
  /** The request in US dollars that it answers, if its amount no longer comes from a rate. */
  readonly answers?: AnsweredRequest
  /** Line of the list it was read from, counting blank lines. */
  readonly line?: number
}

/** Rows to be requested together, by their positions in the payout. */
export type Batch = {
  readonly rows: readonly number[]
  /** Ids of earlier payments of the same rows that the person has seen and chose to repeat. */
  readonly again: readonly string[]
}

/** The reminder that a payout was made from, and the date (`YYYY-MM-DD`) that it pays for. */
export type Run = { readonly template: string; readonly due: string }

/**
 * A list of payments and every attempt to make them. Batches are only ever appended: a row that failed or is paid
 * again also appears in a later batch. The status of a row follows from all attempts that contain it, see
 * `foldStatuses`.
 */
export type Payout = {
  readonly id: string
  readonly account: Address
  readonly kind: 'eoa' | 'safe'
  /** ms since the epoch. */
  readonly createdAt: number
  readonly rows: readonly Payment[]
  readonly batches: readonly Batch[]
  /** Every attempt in the ledger that requested some of the rows, oldest first. */
  readonly attempts: readonly Attempt[]
  /** Lines of the list that the person skipped, with the reason. */
  readonly skipped: readonly { readonly line: number; readonly reason: string }[]
  /** Set if it was made from a reminder. */
  readonly run?: Run
  /** The campaign that it belongs to, as the person spells it. The person may change it at any time. */
  readonly tag?: string
  /** The person's own title, to find it again. It may change at any time, too. */
  readonly title?: string
  /** The person decided to leave the remaining rows unpaid. */
  readonly closed?: boolean
  /**
   * It came from a backup file, so nobody has reviewed its rows here. Its requests count as if they had been made
   * here. It makes no further requests.
   */
  readonly restored?: boolean
  /** Number of writes so far. A page that holds an older revision must read again before it writes. */
  readonly revision: number
}

/** The reminder and the campaign that a list belongs to, and its title. They move no money and change no check. */
export type PayoutLabels = {
  readonly run: Run | null
  readonly tag: string | null
  readonly title: string | null
}

export const noLabels: PayoutLabels = { run: null, tag: null, title: null }

/** The words by which a payout of several payments is found again: its title, or else its campaign; null for none. */
export function payoutName({ title, tag, rows }: Pick<Payout, 'title' | 'tag' | 'rows'>): string | null {
  return title ?? (rows.length > 1 ? tag : null) ?? null
}

/** Builds a payout before its first request, split into batches of at most `limit` rows, in order. */
export function planPayout(
  account: { readonly address: Address; readonly kind: 'eoa' | 'safe' },
  rows: readonly Payment[],
  limit: number,
  now: number,
  skipped: Payout['skipped'] = [],
  { run, tag, title }: Partial<PayoutLabels> = noLabels,
): Payout {
  const places = rows.map((_, index) => index)
  return {
    id: crypto.randomUUID(),
    account: account.address,
    kind: account.kind,
    createdAt: now,
    rows,
    batches: account.kind === 'safe' ? toBatches(places, limit) : toWalletBatches(rows, limit),
    attempts: [],
    skipped,
    ...(run && { run }),
    ...(tag && { tag }),
    ...(title && { title }),
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
    batches.push({ rows: places.slice(at, at + limit), again })
  }
  return batches
}

/** The rows of a batch, in order. */
export function batchRows(payout: Payout, batch: Pick<Batch, 'rows'>): readonly Payment[] {
  return batch.rows.flatMap((place) => payout.rows[place] ?? [])
}

/** The calls requested from the account: one plain transfer per row, in order. */
export function batchCalls(payout: Payout, batch: Pick<Batch, 'rows'>): readonly Call.Call[] {
  return callsOfPayments(batchRows(payout, batch))
}

/** The calls for payments, in their order. */
export function callsOfPayments(
  payments: readonly { readonly payee: Address; readonly amount: Amount.Amount }[],
): readonly Call.Call[] {
  return payments.map(({ payee, amount }) => Call.transfer(payee, amount))
}

/** The payout with the payments that the person chose to repeat in one batch, by their ids. */
export function withConsent(payout: Payout, index: number, again: ReadonlySet<string>): Payout {
  const batches = payout.batches.map((batch, place) =>
    place === index ? { ...batch, again: [...again] } : batch,
  )
  return { ...payout, batches }
}

/** The last attempt of a batch that was not rejected; null while the batch can be requested. */
export function attemptOf({ attempts }: Pick<Payout, 'attempts'>, batch: number): Attempt | null {
  return attempts.findLast((one) => one.batch === batch && !isRejected(one)) ?? null
}

/** True if the person rejected every request of a batch, and there was one. */
export function wasRejected(payout: Pick<Payout, 'attempts'>, batch: number): boolean {
  return attemptOf(payout, batch) === null && payout.attempts.some((one) => one.batch === batch)
}

/** The attempts that the person did not reject: only these can have paid. */
export function unrejectedOf({ attempts }: Pick<Payout, 'attempts'>): readonly Attempt[] {
  return attempts.filter((one) => !isRejected(one))
}

/** The attempts whose outcome is unknown because no answer was seen. */
export function unansweredOf({ attempts }: Pick<Payout, 'attempts'>): readonly Attempt[] {
  return attempts.filter(isUnanswered)
}

/** The attempt to request a batch, before it is made. */
export function newAttempt(
  payout: Payout,
  batch: number,
  made: Pick<Attempt, 'id' | 'at' | 'time' | 'position' | 'known'>,
): Attempt {
  const { rows = [] } = payout.batches[batch] ?? {}
  const { id, account, kind } = payout
  const calls = batchCalls(payout, { rows })
  const requests = batchRows(payout, { rows }).map((row) => answeredRequest(row)?.id ?? null)
  return {
    ...made,
    account,
    kind,
    payout: id,
    batch,
    rows,
    calls,
    restored: false,
    facts: [],
    ...(requests.some((one) => one !== null) && { requests }),
  }
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

/** The most rows (at least 1) that any batch of a payout has: its limit when rows are requested again. */
export function batchSize({ batches }: Pick<Payout, 'batches'>): number {
  return Math.max(1, ...batches.map(({ rows }) => rows.length))
}

/** The last batch that contains each row, by position. */
export function lastBatches({ batches }: Pick<Payout, 'batches'>): ReadonlyMap<number, number> {
  return new Map(batches.flatMap(({ rows }, batch) => rows.map((row) => [row, batch] as const)))
}

/** The batches that can still be requested, by position: those whose rows are not in a later batch again. */
export function openBatches(payout: Pick<Payout, 'batches' | 'attempts'>): readonly number[] {
  const last = lastBatches(payout)
  return payout.batches.flatMap(({ rows }, batch) =>
    attemptOf(payout, batch) === null && rows.some((row) => last.get(row) === batch) ? [batch] : [],
  )
}

/** The rows that are waiting to be requested, by position. */
export function openPlaces(payout: Pick<Payout, 'batches' | 'attempts'>): readonly number[] {
  const open = openBatches(payout).flatMap((batch) => payout.batches[batch]?.rows ?? [])
  return [...new Set(open)]
}

/** The payments that are waiting to be requested. */
export function openRows(payout: Payout): readonly Payment[] {
  return batchRows(payout, { rows: openPlaces(payout) })
}

/** True if any batch was requested and not rejected. */
export function isRequested(payout: Pick<Payout, 'attempts'>): boolean {
  return payout.attempts.some((one) => !isRejected(one))
}

/** In characters, see `labelLength`. */
export const LONGEST_TITLE = 80

type ReadTitle =
  | { readonly ok: true; readonly title: string | null }
  | { readonly ok: false; readonly fault: string }

/** Reads the title that a person typed for a payout; null for none. */
export function readPayoutTitle(typed: string): ReadTitle {
  const title = cleanLabel(typed)
  if (labelLength(title) > LONGEST_TITLE)
    return { ok: false, fault: `Use at most ${LONGEST_TITLE} characters.` }
  if (isAddressLike(title))
    return { ok: false, fault: 'This looks like an address. Enter a title that no one can take for one.' }
  return { ok: true, title: title || null }
}

const storedTitle = v.pipe(
  v.string(),
  v.check((text) => {
    const read = readPayoutTitle(text)
    return read.ok && read.title === text
  }),
)

/** The fields of a stored list for its campaign and its title, as untrusted input. Older documents have no title. */
export const labelFields = { ...campaignFields, title: v.optional(storedTitle) }

/** The campaign and the title of a list as they are stored. */
export function formatLabels(of: { readonly tag?: string | null; readonly title?: string | null }) {
  return { ...(of.tag && formatCampaign(of.tag)), ...(of.title && { title: of.title }) }
}

/** The stored campaign and title of a list, as far as it has them. */
export function parseLabels(
  stored: Parameters<typeof parseCampaign>[0] & { readonly title?: string | undefined },
): { readonly tag?: string; readonly title?: string } {
  const tag = parseCampaign(stored)
  return { ...(tag && { tag }), ...(stored.title && { title: stored.title }) }
}

/** A payout as lists call it: by its name, or else by its totals, `500 USDT and 1 BNB`. */
export function payoutNameOrTotals(payout: Pick<Payout, 'title' | 'tag' | 'rows'>): string {
  return payoutName(payout) ?? Amount.totalsOf(payout.rows).map(Amount.format).join(' and ')
}

/** The rate at which a payment answers a request in US dollars. It is kept as long as the payment. */
export type UsdRate = {
  /** The requested amount and its tolerance, see `Asked`. */
  readonly cents: bigint
  readonly tolerance: number
  /** When the request was made, and when it expires, in seconds since the epoch. */
  readonly madeAt: number
  readonly until: number
  /** The price of the token that two operators reported. */
  readonly price: Pick<Price, 'value' | 'at'>
  /** When they were asked, in ms since the epoch. */
  readonly readAt: number
  /** The text of the request's link, from which the payment can be made anew. */
  readonly link: string
  /** When this browser first opened the request, in ms since the epoch; `readAt` if it is not known. */
  readonly openedAt?: number
}

/** The fields of a payment about its rate. */
type Rated = { readonly rate?: UsdRate; readonly answers?: AnsweredRequest }

/** A rate may be sent for this long (ms) after it was read: the payments before it in a list take their time. */
export const RATE_LIFE = 3_600_000

/** A rate is shown in the review for this long (ms) after it was read. Then the person asks for a new one. */
export const RATE_HOLD = 120_000

/** True if a payment must not be sent at its rate any more. A rate read in the future is invalid. `now` in ms. */
export function isRateOver({ rate }: Rated, now: number): boolean {
  return rate !== undefined && (Math.abs(now - rate.readAt) > RATE_LIFE || now >= rate.until * 1_000)
}

/** A payment up to this long (ms) before a request still counts as its answer, because no clock decides. */
const ANY_CLOCK = 86_400_000

/**
 * The request in US dollars that a payment answers; null for none. Two rates make two amounts of one request, so it is
 * recognized by its link first. Without one, any amount to the same payee counts since the earlier of when it was made,
 * as its link says, and when this browser first read it.
 */
export function answeredRequest({ rate, answers }: Rated): AnsweredRequest | null {
  if (answers) return answers
  if (!rate) return null
  const opened = rate.openedAt ?? rate.readAt
  const since = Math.min(rate.madeAt * 1_000, opened) - ANY_CLOCK
  return { id: requestId(rate.link), since, until: rate.until * 1_000 }
}

/** Identifies the request of a link, signed or not. The text is short, because every attempt keeps it. */
export function requestId(link: string): string {
  const decoded = decodeRequest(link)
  return keccak256(stringToBytes(decoded.ok ? requestKey(decoded.request) : link)).slice(2, 34)
}
