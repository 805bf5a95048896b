import { decodeFunctionData, encodeFunctionResult, type Hex } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import type { Token } from '#chain/money/Token.ts'
import { euroFeed, feedAbi, feeds, pairOf } from '#chain/prices/feeds.ts'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { callOf, fakeRpc } from './fakeRpc.ts'

/** A feed's answers: values, raw bytes for `latestRoundData`, or an error to throw. */
export type FakeFeed = {
  readonly description: string
  readonly decimals: number
  readonly latest: Hex | Error
  /** `getRoundData`, which reverts for a missing round. */
  readonly round: (id: bigint) => Hex | Error
}

/** The phase of the fake feeds, in the upper bits of their round ids. */
export const PHASE = 3n << 64n

/** A round as the contract returns it. `at` in ms. */
export function roundData(id: bigint, answer: bigint, at: number): Hex {
  const seconds = BigInt(Math.floor(at / 1_000))
  return encodeFunctionResult({
    abi: feedAbi,
    functionName: 'getRoundData',
    result: [id, answer, seconds, seconds, id],
  })
}

/** A feed with rounds counted from 1, each a price with 8 decimals and its time in ms; `some` replaces answers. */
export function honestFeed(
  token: Token,
  rounds: readonly (readonly [value: bigint, at: number])[],
  some: Partial<FakeFeed> = {},
): FakeFeed {
  const of = (index: number) => {
    const [value, at] = rounds[index] ?? []
    return value === undefined || at === undefined
      ? new RpcError(3, 'execution reverted: No data present')
      : roundData(PHASE + BigInt(index + 1), value, at)
  }
  return {
    description: pairOf(token),
    decimals: 8,
    latest: of(rounds.length - 1),
    round: (id) => of(Number(id - PHASE) - 1),
    ...some,
  }
}

/** A node with these feeds and no other contract. */
export function answeringFeeds(found: ReadonlyMap<Address, FakeFeed>): Rpc {
  const byAddress = new Map([...found].map(([address, feed]) => [address.toLowerCase(), feed]))
  return fakeRpc({
    eth_call: (params) => {
      const { to, data } = callOf(params)
      const feed = byAddress.get(to)
      return feed ? feedAnswer(feed, data as Hex) : '0x'
    },
  })
}

/** A node that has these feeds, too. */
export function withFeeds(node: Rpc, found: ReadonlyMap<Address, FakeFeed>): Rpc {
  const addresses = new Set([...feeds, euroFeed].map(({ address }) => address.toLowerCase()))
  const priced = answeringFeeds(found)
  return (method, params = []) => {
    const isFeed = method === 'eth_call' && addresses.has(callOf(params).to)
    return (isFeed ? priced : node)(method, params)
  }
}

/** All feeds with one price each, by its symbol, as of `at` in ms. A token without one has no feed. */
export function feedsOf(
  values: Readonly<Record<string, bigint>>,
  at: number,
): ReadonlyMap<Address, FakeFeed> {
  return new Map(
    feeds.flatMap(({ token, address }) => {
      const value = values[token.symbol]
      return value === undefined ? [] : [[address, honestFeed(token, [[value, at]])] as const]
    }),
  )
}

/** The answer of a feed to a call. @throws the feed's error, if it has one */
export function feedAnswer(feed: FakeFeed, data: Hex): Hex {
  const { functionName, args } = decodeFunctionData({ abi: feedAbi, data })
  if (functionName === 'description') {
    return encodeFunctionResult({ abi: feedAbi, functionName, result: feed.description })
  }
  if (functionName === 'decimals')
    return encodeFunctionResult({ abi: feedAbi, functionName, result: feed.decimals })
  const answer = functionName === 'latestRoundData' ? feed.latest : feed.round(args[0])
  if (answer instanceof Error) throw answer
  return answer
}
