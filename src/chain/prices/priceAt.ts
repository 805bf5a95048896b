import { key, type Token } from '#chain/money/Token.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readContract } from '#chain/rpc/rpcMethods.ts'
import { answered, type Feed, feedAbi, feedOf, isCurrent, type Price, readLatest, toPrice } from './feeds.ts'

/** Rounds read at once: the gap that holds the time becomes eight times smaller with one request. */
const PROBES = 7n
/** Enough for 8^12 rounds. A feed of years has a few million. */
const MOST_STEPS = 12

/**
 * The price of a token at a time: of the round that was the latest then. Needs no archive node, because a feed
 * keeps its rounds: their ids carry the number of the contract behind the proxy in the upper bits, and count up
 * from 1 below. Only rounds of the present contract are searched.
 * @param time ms since the epoch
 * @returns null without a feed, before its first round, a day after its last one, or if its answers contradict
 * each other
 * @throws when the chain cannot be reached
 */
export async function readPriceAt(
  rpc: Rpc,
  token: Pick<Token, 'address'>,
  time: number,
): Promise<Price | null> {
  const feed = feedOf(token)
  const latest = feed ? await readLatest(rpc, feed) : null
  if (!feed || !latest) return null
  const found = latest.at <= time ? latest : await search(rpc, feed, latest, time)
  return found && isCurrent(found, time, 0) ? found : null
}

/** Reads several prices, and each round that they have in common once. See `readPriceAt`. */
export function priceReader(
  rpc: Rpc,
): (token: Pick<Token, 'address'>, time: number) => Promise<Price | null> {
  const answers = new Map<string, Promise<unknown>>()
  const remembering: Rpc = (method, params, ...others) => {
    const question = JSON.stringify([method, params])
    const answer = answers.get(question) ?? rpc(method, params, ...others)
    answers.set(question, answer)
    return answer
  }
  return (token, time) => readPriceAt(remembering, token, time)
}

/** The last round up to `time`, in the phase of a later one. */
async function search(rpc: Rpc, feed: Feed, latest: Price, time: number): Promise<Price | null> {
  let early: Price | null = null
  let late = latest
  for (let step = 0; step < MOST_STEPS; step++) {
    // There is no round below the first one of a phase.
    const start: bigint = early?.round ?? (latest.round >> 64n) << 64n
    const gap = late.round - start
    if (gap <= 1n) return early
    const count = gap - 1n < PROBES ? gap - 1n : PROBES
    const ids = Array.from(
      { length: Number(count) },
      (_, index) => start + (gap * BigInt(index + 1)) / (count + 1n),
    )
    const rounds = await Promise.all(ids.map((id) => readRound(rpc, feed, id)))
    const known = rounds.filter((round) => round !== null)
    const times = [early?.at ?? 0, ...known.map(({ at }) => at), late.at]
    if (known.length < ids.length || times.some((at, index) => at < (times[index - 1] ?? 0))) return null
    early = known.findLast(({ at }) => at <= time) ?? early
    late = known.find(({ at }) => at > time) ?? late
  }
  return null
}

/** One round by its id; null if the feed has none or answers with another one. */
async function readRound(rpc: Rpc, { address }: Feed, id: bigint): Promise<Price | null> {
  const data = await answered(readContract(rpc, { address, abi: feedAbi }, 'getRoundData', [id]))
  const price = data && toPrice(data)
  return price?.round === id ? price : null
}

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
