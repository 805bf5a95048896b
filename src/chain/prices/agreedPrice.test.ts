import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { answeringFeeds, type FakeFeed, honestFeed } from '#tests/support/fakeFeeds.ts'
import { several } from '#tests/support/proofNodes.ts'
import { feedOf } from './feeds.ts'
import { readAgreedPrice, readAgreedPriceAt } from './priceAt.ts'

const NOW = Date.UTC(2026, 10, 24, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const [, usdt = Token.BNB] = Token.pinned

/** An operator whose feed of a token has these rounds. */
function operator(
  rounds: readonly (readonly [value: bigint, at: number])[],
  some: Partial<FakeFeed> = {},
  token = Token.BNB,
) {
  return answeringFeeds(new Map([[feedOf(token)?.address ?? '0x', honestFeed(token, rounds, some)]]))
}
const usual = operator([[61_240_000_000n, NOW - 2 * MINUTE]])
const gone = () => Promise.reject(new Error('offline'))

describe('a price that money may rest on', () => {
  test('behavior: is what two operators report', async () => {
    const found = await readAgreedPrice(several(usual, usual), Token.BNB, NOW)
    expect(found).toMatchObject({ kind: 'agreed', price: { value: 61_240_000_000n, at: NOW - 2 * MINUTE } })
  })

  test('behavior: is found in spite of one operator of three that lies', async () => {
    const liar = operator([[1n, NOW]])
    const found = await readAgreedPrice(several(liar, usual, usual), Token.BNB, NOW)
    expect(found).toMatchObject({ kind: 'agreed', price: { value: 61_240_000_000n } })
  })

  const liar = operator([[71_240_000_000n, NOW - 2 * MINUTE]])
  const at = (value: bigint, age: number) => operator([[value, NOW - age]])
  const other = operator([[61_240_000_000n, NOW]], { description: 'ETH / USD' })
  const coarse = operator([[61_240_000_000n, NOW]], { decimals: 18 })
  test.each([
    ['two operators report different prices', several(usual, liar), 'split'],
    ['only one answers', several(usual, gone), 'alone'],
    ['only one is configured', several(usual), 'one-source'],
    ['none answers', several(gone, gone), 'silent'],
    ['the price is zero', several(at(0n, 0), at(0n, 0)), 'none'],
    ['the price is negative', several(at(-1n, 0), at(-1n, 0)), 'none'],
    ['the price is impossible', several(at(10n ** 15n + 1n, 0), at(10n ** 15n + 1n, 0)), 'none'],
    ['it is another feed', several(other, other), 'none'],
    ['it has other decimals', several(coarse, coarse), 'none'],
    ['it is older than an hour', several(at(1n, HOUR + 1_000), at(1n, HOUR + 1_000)), 'old'],
    ['it is from the future', several(at(1n, -2 * HOUR), at(1n, -2 * HOUR)), 'old'],
  ])('error: there is none if %s', async (_, rpc, why) => {
    expect(await readAgreedPrice(rpc, Token.BNB, NOW)).toEqual({ kind: 'unknown', why })
  })

  test('behavior: of a dollar coin may be a day old, and not older', async () => {
    const of = (age: number) => operator([[100_000_000n, NOW - age]], {}, usdt)
    const read = (age: number) => readAgreedPrice(several(of(age), of(age)), usdt, NOW)
    expect(await read(23 * HOUR)).toMatchObject({ kind: 'agreed' })
    expect(await read(25 * HOUR)).toEqual({ kind: 'unknown', why: 'old' })
  })

  test('behavior: a round written between two answers is read again', async () => {
    const before = at(61_000_000_000n, 2 * MINUTE)
    let asked = 0
    const late: typeof usual = (...call) => (asked++ < 3 ? before : usual)(...call)
    expect(await readAgreedPrice(several(usual, late), Token.BNB, NOW)).toMatchObject({
      kind: 'agreed',
      price: { value: 61_240_000_000n },
    })
  })

  test('error: a token without a feed has none', async () => {
    const token = { address: '0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4' } as const
    const unknown = { kind: 'unknown', why: 'none' }
    expect(await readAgreedPrice(several(usual, usual), token, NOW)).toEqual(unknown)
    expect(await readAgreedPriceAt(several(usual, usual), token, NOW)).toEqual(unknown)
  })
})

describe('a price at a time', () => {
  const rounds = [
    [60_000_000_000n, NOW - 3 * HOUR],
    [61_000_000_000n, NOW - 30 * MINUTE],
    [62_000_000_000n, NOW - MINUTE],
  ] as const
  const honest = operator(rounds)

  test('behavior: is of the round that was the latest then, by two operators', async () => {
    const read = (time: number) => readAgreedPriceAt(several(honest, honest), Token.BNB, time)
    expect(await read(NOW - 10 * MINUTE)).toMatchObject({ kind: 'agreed', price: { value: 61_000_000_000n } })
    expect(await read(NOW)).toMatchObject({ kind: 'agreed', price: { value: 62_000_000_000n } })
    expect(await read(NOW - HOUR)).toEqual({ kind: 'unknown', why: 'old' })
    expect(await read(NOW - 4 * HOUR)).toEqual({ kind: 'unknown', why: 'none' })
  })

  test('error: there is none if operators tell different histories', async () => {
    const liar = operator(rounds.map(([value, time]) => [value * 2n, time] as const))
    const found = await readAgreedPriceAt(several(honest, liar), Token.BNB, NOW - 10 * MINUTE)
    expect(found).toEqual({ kind: 'unknown', why: 'split' })
  })
})
