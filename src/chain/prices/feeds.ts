import { BaseError } from 'viem'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { cent, dollarText } from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { isRevert, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { readContract } from '#chain/rpc/rpcMethods.ts'

/** Chainlink's price of one whole token, or one euro, in US dollars. For display only: no claim about money rests on it. */
export type Price = {
  /** US dollars with 8 decimals, always positive. */
  readonly value: bigint
  /** When Chainlink wrote it, in ms since the epoch. */
  readonly at: number
  /** Its round in the feed, with which anyone can read it again. */
  readonly round: bigint
}

/** A price feed of Chainlink on BSC, and the name that it reports for itself, such as `BNB / USD`. */
export type Feed = { readonly pair: string; readonly address: Address }

/** The feed of a token. */
type TokenFeed = Feed & { readonly token: Token.Token }

/** The feeds of the pinned tokens. */
export const feeds: readonly TokenFeed[] = Token.pins.map(({ token, feed }) => ({
  token,
  pair: pairOf(token),
  address: feed,
}))

/** The price of a euro, for lists that are written in euros. Written on weekdays only. */
export const euroFeed: Feed = { pair: 'EUR / USD', address: '0x0bf79F617988C472DcA68ff41eFe1338955b9A80' }

/** The feed of a token, by its contract; a token that only has the same symbol has none. */
export function feedOf(token: Pick<Token.Token, 'address'>): TokenFeed | undefined {
  return feeds.find((feed) => feed.token === Token.find(token.address))
}

/** The name that a token's feed reports for itself. */
export function pairOf({ symbol }: Token.Token): string {
  return `${symbol} / USD`
}

/** Decimals of every price, which each feed has to confirm. */
export const PRICE_DECIMALS = 8

const round = [
  { name: 'roundId', type: 'uint80' },
  { name: 'answer', type: 'int256' },
  { name: 'startedAt', type: 'uint256' },
  { name: 'updatedAt', type: 'uint256' },
  { name: 'answeredInRound', type: 'uint80' },
] as const

/** The functions of Chainlink's AggregatorV3Interface. */
export const feedAbi = [
  {
    type: 'function',
    name: 'description',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'string' }],
  },
  { type: 'function', name: 'decimals', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint8' }] },
  { type: 'function', name: 'latestRoundData', stateMutability: 'view', inputs: [], outputs: round },
  {
    type: 'function',
    name: 'getRoundData',
    stateMutability: 'view',
    inputs: [{ name: 'id', type: 'uint80' }],
    outputs: round,
  },
] as const

type RoundData = readonly [
  id: bigint,
  answer: bigint,
  startedAt: bigint,
  updatedAt: bigint,
  answeredIn: bigint,
]

/** The time of BSC's first block (s). An unfinished round has the time 0. */
const GENESIS = 1_598_659_200n
/** Seconds that a `Date` can hold, and far later than the time of any price. */
const LATEST = 8_640_000_000_000n
/** Ten million dollars for one token, with 8 decimals. No token here costs more. */
const HIGHEST = 10n ** 15n

/** A round as a price; null if an honest feed would not report it. */
export function toPrice([id, value, , updatedAt]: RoundData): Price | null {
  const isRound = id > 0n && id < 2n ** 80n && updatedAt >= GENESIS && updatedAt <= LATEST
  if (!isRound || value <= 0n || value > HIGHEST) return null
  return { value, at: Number(updatedAt) * 1_000, round: id }
}

/** A price that is older than this (ms) is not used. */
const DAY = 86_400_000
/** How far (ms) the clock of this device may be behind. */
const CLOCK_SLACK = 3_600_000

/** True if a price may be used for a time: at most a day old at that time, and not from later. Times in ms. */
export function isCurrent({ at }: Price, time: number, slack = CLOCK_SLACK): boolean {
  return at <= time + slack && time - at <= DAY
}

/** The latest price of a feed; null if it is another feed, or reports impossible values. */
export async function readLatest(rpc: Rpc, { pair, address }: Feed): Promise<Price | null> {
  const contract = { address, abi: feedAbi }
  const [description, decimals, latest] = await Promise.all([
    answered(readContract(rpc, contract, 'description')),
    answered(readContract(rpc, contract, 'decimals')),
    answered(readContract(rpc, contract, 'latestRoundData')),
  ])
  return description === pair && decimals === PRICE_DECIMALS && latest ? toPrice(latest) : null
}

/** Null for a revert and for bytes that cannot be decoded: the contract is not such a feed. */
export async function answered<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof RpcError ? isRevert(error) : error instanceof BaseError) return null
    throw error
  }
}

/** The latest prices by `Token.key`, of any age (see `isCurrent`). A token without a price is missing. */
type Prices = ReadonlyMap<string, Price>

/**
 * Reads all feeds in one request. A feed that fails does not affect the others.
 * @throws when the chain cannot be reached
 */
export async function readPrices(rpc: Rpc): Promise<Prices> {
  const read = await Promise.allSettled(feeds.map((feed) => readLatest(rpc, feed)))
  const [first] = read
  if (first?.status === 'rejected' && read.every(({ status }) => status === 'rejected')) throw first.reason
  return new Map(
    feeds.flatMap(({ token }, index) => {
      const one = read[index]
      return one?.status === 'fulfilled' && one.value ? [[Token.key(token), one.value]] : []
    }),
  )
}

/** Returns the worth of an amount in US cents, rounded to the nearest, half a cent up. */
export function centsOf({ token, value }: Amount.Amount, price: Price): bigint {
  const divisor = 10n ** BigInt(token.decimals + PRICE_DECIMALS - cent.decimals)
  return (value * price.value + divisor / 2n) / divisor
}

/** `42825.81`, for programs. */
export function decimalCents(cents: bigint): string {
  return Amount.toDecimal({ token: cent, value: cents })
}

/** `about` and `$42,825.81`: every price is only an estimate. `cents` must be positive. */
export function roughly(cents: bigint): readonly [lead: string, sum: string] {
  return cents === 0n ? ['less than', '$0.01'] : ['about', dollarText(cents)]
}

/** `about $250` for an amount; `$0` for zero. */
export function aboutDollars(amount: Amount.Amount, price: Price): string {
  return amount.value === 0n ? dollarText(0n) : roughly(centsOf(amount, price)).join(' ')
}

/** `612.4`: the price of one whole token, for programs. */
export function decimalPrice({ value }: Price): string {
  return Amount.toDecimal({ token: { ...cent, decimals: PRICE_DECIMALS }, value })
}

/** `$612.40`: the price of one whole token, with all digits. */
export function unitDollars({ value }: Pick<Price, 'value'>): string {
  return `$${Amount.formatNumber({ token: { ...cent, decimals: PRICE_DECIMALS }, value })}`
}

/** The total worth of several amounts, and the symbols of the tokens that are not included. */
type Worth = {
  /** US cents: the sum of the rounded parts, so that the figures on a page add up. */
  readonly cents: bigint
  /** The time of the oldest price in it, in ms since the epoch. */
  readonly since: number
  /** Tokens without a price or with an unknown amount. */
  readonly without: readonly string[]
}

/** An amount; `value` is null if it could not be read. */
export type Held = { readonly token: Token.Token; readonly value: bigint | null }

/** The worth of amounts at a time (ms); null if none of them has a price. Amounts of zero are ignored. */
export function worthOf(amounts: readonly Held[], prices: Prices, now: number): Worth | null {
  const parts: bigint[] = []
  const times: number[] = []
  const without: string[] = []
  for (const { token, value } of amounts) {
    if (value === 0n) continue
    const price = currentPrice(prices, token, now)
    if (value === null || !price) without.push(token.symbol)
    else {
      parts.push(centsOf({ token, value }, price))
      times.push(price.at)
    }
  }
  if (parts.length === 0) return null
  return { cents: parts.reduce((sum, part) => sum + part), since: Math.min(...times), without }
}

/** The price of a token now (ms); null if it has none or only an old one. */
export function currentPrice(prices: Prices, token: Token.Token, now: number): Price | null {
  const price = prices.get(Token.key(token))
  return price && isCurrent(price, now) ? price : null
}
