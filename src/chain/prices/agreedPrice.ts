import { key, type Token } from '#chain/money/Token.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { feedOf, isCurrent, type Price, readLatest } from './feeds.ts'
import { readPriceAt } from './priceAt.ts'

/**
 * A price on which an amount of money may rest: two operators report the same round of the right feed, and it is not
 * old. `unknown` never has a price:
 * - `none` the token has no feed, or it is not the right one, or it reports nothing possible, such as zero
 * - `old` Chainlink has not written a price for too long
 * - `one-source` fewer than two operators are configured
 * - `alone` only one operator answered
 * - `split` no two operators report the same
 * - `silent` none answered
 */
export type AgreedPrice =
  | { readonly kind: 'agreed'; readonly price: Price }
  | {
      readonly kind: 'unknown'
      readonly why: 'none' | 'old' | 'one-source' | 'alone' | 'split' | 'silent'
    }

/** A price of BNB that is older than this (ms) belongs to a feed that has stopped. Dollar coins have a day. */
const OLDEST_OF_BNB = 3_600_000

/** The price of a token now. Never throws. @param now ms since the epoch */
export async function readAgreedPrice(
  rpc: Rpc,
  token: Pick<Token, 'address'>,
  now: number,
): Promise<AgreedPrice> {
  const feed = feedOf(token)
  if (!feed) return { kind: 'unknown', why: 'none' }
  const read = () => agreed(rpc, (node) => readLatest(node, feed))
  const first = await read()
  // A round that was written between two answers is no disagreement.
  const found = first.kind === 'unknown' && first.why === 'split' ? await read() : first
  return found.kind === 'agreed' && !isFresh(found.price, feed.token, now, true)
    ? { kind: 'unknown', why: 'old' }
    : found
}

/** The price of a token at a time in the past (ms): of the round that was the latest then. Never throws. */
export async function readAgreedPriceAt(
  rpc: Rpc,
  token: Pick<Token, 'address'>,
  time: number,
): Promise<AgreedPrice> {
  const feed = feedOf(token)
  if (!feed) return { kind: 'unknown', why: 'none' }
  const found = await agreed(rpc, (node) => readPriceAt(node, token, time))
  return found.kind === 'agreed' && !isFresh(found.price, feed.token, time, false)
    ? { kind: 'unknown', why: 'old' }
    : found
}

async function agreed(rpc: Rpc, read: (node: Rpc) => Promise<Price | null>): Promise<AgreedPrice> {
  if ((rpc.witnesses ?? []).length < 2) return { kind: 'unknown', why: 'one-source' }
  try {
    const found = await readWithQuorum(rpc, read)
    if (found.kind !== 'agreed') return { kind: 'unknown', why: found.kind }
    return found.value ? { kind: 'agreed', price: found.value } : { kind: 'unknown', why: 'none' }
  } catch {
    return { kind: 'unknown', why: 'silent' }
  }
}

/** @param isNow the clock of this device may be behind */
function isFresh(price: Price, token: Token, time: number, isNow: boolean): boolean {
  const isYoung = key(token) !== 'bnb' || time - price.at <= OLDEST_OF_BNB
  return isYoung && (isNow ? isCurrent(price, time) : isCurrent(price, time, 0))
}
