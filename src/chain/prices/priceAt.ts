import type { Token } from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readContract } from '#chain/rpc/readContract.ts'
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
