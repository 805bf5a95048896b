import { encodeAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { BNB, pinned } from '#chain/money/Token.ts'
import { RpcError } from '#chain/rpc/Rpc.ts'
import { answeringFeeds, type FakeFeed, honestFeed } from '#tests/support/fakeFeeds.ts'
import { euroFeed, feeds, isCurrent, readLatest, readPrices } from './feeds.ts'

const NOW = Date.UTC(2026, 10, 24)
const [first] = feeds
if (!first) throw new Error('BNB has a feed')

const readBnb = (some: Partial<FakeFeed>) =>
  readLatest(
    answeringFeeds(new Map([[first.address, honestFeed(BNB, [[61_234_000_000n, NOW]], some)]])),
    first,
  )

test('behavior: every pinned token has a feed of its own', () => {
  expect(feeds.map(({ token }) => token)).toEqual(pinned)
  expect(new Set(feeds.map(({ address }) => address)).size).toBe(pinned.length)
})

test('behavior: an honest feed gives its price, its time and its round', async () => {
  expect(await readBnb({})).toEqual({ value: 61_234_000_000n, at: NOW, round: (3n << 64n) + 1n })
})

test('behavior: the price of a euro is read from its own feed, and from no other', async () => {
  const rounds = [[108_500_000n, NOW]] as const
  const euro = { ...honestFeed(BNB, rounds), description: 'EUR / USD' }
  expect(await readLatest(answeringFeeds(new Map([[euroFeed.address, euro]])), euroFeed)).toMatchObject({
    value: 108_500_000n,
  })
  const other = new Map([[euroFeed.address, honestFeed(BNB, rounds)]])
  expect(await readLatest(answeringFeeds(other), euroFeed)).toBeNull()
})

const round = (id: bigint, answer: bigint, updatedAt: bigint) =>
  encodeAbiParameters(
    ['uint80', 'int256', 'uint256', 'uint256', 'uint80'].map((type) => ({
      type: type === 'uint80' ? 'uint256' : type,
    })),
    [id, answer, 0n, updatedAt, id],
  )
const SECONDS = BigInt(NOW / 1_000)

describe('error: no price', () => {
  test.each<[string, Partial<FakeFeed>]>([
    ['the description of another pair', { description: 'BTC / USD' }],
    ['the description of another currency', { description: 'BNB / EUR' }],
    ['no description', { description: '' }],
    ['18 decimals', { decimals: 18 }],
    ['a price of zero', { latest: round(1n, 0n, SECONDS) }],
    ['a negative price', { latest: round(1n, -1n, SECONDS) }],
    ['a price beyond all reason', { latest: round(1n, 10n ** 15n + 1n, SECONDS) }],
    ['an unfinished round', { latest: round(1n, 1n, 0n) }],
    ['a time before the chain', { latest: round(1n, 1n, 1_598_659_199n) }],
    ['a time beyond all dates', { latest: round(1n, 1n, 2n ** 255n) }],
    ['a round of zero', { latest: round(0n, 1n, SECONDS) }],
    ['a round of more than 80 bits', { latest: round(2n ** 80n, 1n, SECONDS) }],
    ['no answer, as where no contract is', { latest: '0x' }],
    ['half an answer', { latest: '0x1234' }],
    ['a revert', { latest: new RpcError(3, 'execution reverted: No data present') }],
  ])('%s', async (_, some) => {
    expect(await readBnb(some)).toBeNull()
  })
})

test('behavior: the extremes of a possible price are accepted', async () => {
  expect(await readBnb({ latest: round(2n ** 80n - 1n, 10n ** 15n, 1_598_659_200n) })).toEqual({
    value: 10n ** 15n,
    at: 1_598_659_200_000,
    round: 2n ** 80n - 1n,
  })
})

test('behavior: a price holds for a day, and an hour early for a clock that is slow', () => {
  const price = { value: 1n, at: NOW, round: 1n }
  expect(isCurrent(price, NOW + 86_400_000)).toBe(true)
  expect(isCurrent(price, NOW + 86_400_001)).toBe(false)
  expect(isCurrent(price, NOW - 3_600_000)).toBe(true)
  expect(isCurrent(price, NOW - 3_600_001)).toBe(false)
  expect(isCurrent(price, NOW - 1, 0)).toBe(false)
})

test('behavior: a feed that fails does not affect the others', async () => {
  const found = feeds.map(({ token, address }, index) => {
    const fails = index === 1 ? { latest: new RpcError(-32005, 'limit exceeded') } : {}
    return [address, honestFeed(token, [[100_000_000n, NOW]], fails)] as const
  })
  const prices = await readPrices(answeringFeeds(new Map(found)))
  expect([...prices.keys()]).toEqual([
    'bnb',
    ...pinned.slice(2).map(({ address }) => `${address}`.toLowerCase()),
  ])
})

test('error: a chain that cannot be read is not a chain without prices', async () => {
  const down = async () => {
    throw new Error('connection refused')
  }
  await expect(readPrices(down)).rejects.toThrow('connection refused')
  expect(await readPrices(answeringFeeds(new Map()))).toEqual(new Map())
})
