import { afterAll, beforeAll, expect, test } from 'vitest'
import { BNB } from '#chain/money/Token.ts'
import { feeds, readPrices } from '#chain/prices/feeds.ts'
import { readPriceAt } from '#chain/prices/priceAt.ts'
import { localRpc } from '#tests/support/localRpc.ts'
import {
  LAST_ROUND,
  localPrices,
  placePriceFeeds,
  setFeed,
  setRounds,
} from '../../../rig/chain/priceFeeds.ts'
import { type Chain, startChain } from '../../../safe-app/chain/startChain.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain({ port: 0 })
  await placePriceFeeds(chain.client)
})
afterAll(() => chain.stop())

const read = () => readPrices(localRpc(chain.rpcUrl))
const [bnb] = feeds
const address = bnb?.address ?? '0x'

test('behavior: the local chain has the feeds of all tokens, read as on BSC', async () => {
  const prices = await read()
  expect([...prices.values()].map(({ value }) => value)).toEqual(
    feeds.map(({ token }) => localPrices[token.symbol]),
  )
})

test('behavior: the price of a week ago is that of the last round before', async () => {
  const week = Date.now() - 7 * 86_400_000
  const price = await readPriceAt(localRpc(chain.rpcUrl), BNB, week)
  expect(price?.value).toBe(((localPrices.BNB ?? 0n) * 986n) / 1_000n)
  expect(week - (price?.at ?? 0)).toBeLessThan(43_200_000)
  expect(await readPriceAt(localRpc(chain.rpcUrl), BNB, Date.now() - 13 * 86_400_000)).toBeNull()
})

test('behavior: a feed moves, and one that lies has no price', async () => {
  const updatedAt = Math.floor(Date.now() / 1_000)
  await setRounds(chain.client, address, [{ number: LAST_ROUND + 1, answer: 70_000_000_000n, updatedAt }])
  expect((await read()).get('bnb')).toMatchObject({ value: 70_000_000_000n, at: updatedAt * 1_000 })
  await setFeed(chain.client, address, { description: 'BTC / USD' })
  expect((await read()).get('bnb')).toBeUndefined()
  await setFeed(chain.client, address, { description: 'BNB / USD', decimals: 18 })
  expect((await read()).get('bnb')).toBeUndefined()
  await setFeed(chain.client, address, { decimals: 8 })
  await setRounds(chain.client, address, [{ number: LAST_ROUND + 2, answer: -1n, updatedAt }])
  expect((await read()).get('bnb')).toBeUndefined()
})
