import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { answeringFeeds, type FakeFeed, honestFeed, PHASE, roundData } from '#tests/support/fakeFeeds.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { feeds } from './feeds.ts'
import { readPriceAt } from './priceAt.ts'

const START = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000
const DAY = 24 * HOUR

type Rounds = readonly (readonly [value: bigint, at: number])[]

/** Reads from a chain with this feed of BNB, and counts the rounds that were requested. */
async function readBnb(
  rounds: Rounds,
  time: number,
  some: (honest: FakeFeed) => Partial<FakeFeed> = () => ({}),
) {
  let asked = 0
  const address = feeds[0]?.address ?? '0x'
  const honest = honestFeed(Token.BNB, rounds)
  const feed = { ...honest, ...some(honest) }
  const counting = {
    ...feed,
    round: (id: bigint) => {
      asked++
      return feed.round(id)
    },
  }
  const price = await readPriceAt(answeringFeeds(new Map([[address, counting]])), Token.BNB, time)
  return { price, asked }
}

/** One price an hour, each of another value. */
const hourly = (count: number): Rounds =>
  Array.from(
    { length: count },
    (_, index) => [60_000_000_000n + BigInt(index), START + index * HOUR] as const,
  )

test('behavior: the price is that of the last round up to the payment, as a search of all rounds finds it', async () => {
  // Some rounds share their second.
  const step = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 * HOUR }))
  const rounds = fc
    .array(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), step), {
      minLength: 1,
      maxLength: 300,
    })
    .map((steps) => {
      let at = START
      return steps.map(([value, after]) => {
        at += Math.floor(after / 1_000) * 1_000
        return [value, at] as const
      })
    })
  await fc.assert(
    fc.asyncProperty(
      rounds,
      fc.nat(),
      fc.integer({ min: -DAY, max: DAY }),
      fc.boolean(),
      async (all, near, off, exact) => {
        // In the second of a round, or within a day of it.
        const time = (all[near % all.length]?.[1] ?? START) + (exact ? 0 : off)
        const index = all.findLastIndex(([, at]) => at <= time)
        const [value, at] = all[index] ?? [0n, 0]
        const expected = index < 0 || time - at > DAY ? null : { value, at, round: PHASE + BigInt(index + 1) }
        const { price, asked } = await readBnb(all, time)
        expect(price).toEqual(expected)
        expect(asked).toBeLessThanOrEqual(28)
      },
    ),
    propertyRuns(100),
  )
})

test('behavior: a price is found among millions of rounds with few reads', async () => {
  const count = 5_000_000n
  const at = (id: bigint) => START + Number(id - PHASE) * 60_000
  const { price, asked } = await readBnb([], at(PHASE + 1_234_567n) + 59_999, () => ({
    latest: roundData(PHASE + count, 7n, at(PHASE + count)),
    round: (id) => roundData(id, id - PHASE, at(id)),
  }))
  expect(price).toEqual({ value: 1_234_567n, at: at(PHASE + 1_234_567n), round: PHASE + 1_234_567n })
  expect(asked).toBeLessThanOrEqual(56)
})

test('behavior: the latest round needs no search', async () => {
  const { price, asked } = await readBnb(hourly(9), START + 8 * HOUR)
  expect(price?.value).toBe(60_000_000_008n)
  expect(asked).toBe(0)
})

describe('error: no price', () => {
  const time = START + 20.5 * HOUR
  test.each<[string, number, (honest: FakeFeed) => Partial<FakeFeed>]>([
    ['before the first round', START - 1, () => ({})],
    ['more than a day after the last round', START + 100 * HOUR + DAY + 1, () => ({})],
    ['a feed of another pair', time, () => ({ description: 'BTC / USD' })],
    ['rounds out of order', time, ({ round }) => ({ round: (id) => round(PHASE + 100n - (id - PHASE)) })],
    ['another round than was asked for', time, ({ round }) => ({ round: (id) => round(id - 1n) })],
    ['rounds that are not there', time, () => ({ round: () => '0x' })],
    ['rounds of zero', time, () => ({ round: (id) => roundData(id, 0n, START) })],
    [
      'a round that is newer than the latest',
      time,
      () => ({ round: (id) => roundData(id, 1n, START + 900 * DAY) }),
    ],
    [
      'a latest round with the number zero',
      time,
      () => ({ latest: roundData(PHASE, 1n, START + 900 * DAY) }),
    ],
    [
      'more rounds than any feed has',
      time,
      () => ({
        latest: roundData(PHASE + 2n ** 64n - 1n, 1n, START + DAY),
        round: (id) => roundData(id, 1n, START + 21 * HOUR),
      }),
    ],
  ])('%s', async (_, at, some) => {
    const { price, asked } = await readBnb(hourly(101), at, some)
    expect(price).toBeNull()
    expect(asked).toBeLessThanOrEqual(84)
  })

  test('a token without a feed', async () => {
    const imitation = { ...Token.BNB, address: '0x55d3980000000000000000000000000000007955' } as const
    expect(await readPriceAt(answeringFeeds(new Map()), imitation, START)).toBeNull()
  })
})

test('error: a chain that cannot be read is not a chain without a price', async () => {
  const down = async () => {
    throw new Error('connection refused')
  }
  await expect(readPriceAt(down, Token.BNB, START)).rejects.toThrow('connection refused')
})
