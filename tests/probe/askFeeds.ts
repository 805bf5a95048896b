import { formatUnits } from 'viem'
import {
  euroFeed,
  type Feed,
  feedAbi,
  feeds,
  isCurrent,
  PRICE_DECIMALS,
  toPrice,
} from '#chain/prices/feeds.ts'
import { type Rpc, withDeadline } from '#chain/rpc/Rpc.ts'
import { readContract } from '#chain/rpc/rpcMethods.ts'
import { ProbeFault, toFault } from '#pages/settings/diagnostics/endpoints/askEndpoint.ts'
import type { FeedReading } from './reading.ts'

/** Reads the price feeds of the portal over all endpoints, and says why one has no price. Never throws. */
export function askFeeds(rpc: Rpc, url: string): Promise<readonly FeedReading[]> {
  return Promise.all(
    [...feeds, euroFeed].map(async (feed) => {
      const { pair } = feed
      const began = performance.now()
      try {
        const price = await withDeadline(readPrice(rpc, feed))
        return { pair, check: { kind: 'yes', ms: Math.round(performance.now() - began) }, price }
      } catch (error) {
        return { pair, check: toFault(named(error), url), price: null }
      }
    }),
  )
}

async function readPrice(rpc: Rpc, { pair, address }: Feed): Promise<string> {
  const contract = { address, abi: feedAbi }
  const [description, decimals, latest] = await Promise.all([
    readContract(rpc, contract, 'description'),
    readContract(rpc, contract, 'decimals'),
    readContract(rpc, contract, 'latestRoundData'),
  ])
  if (description !== pair) throw new ProbeFault('other', 'reports another pair')
  if (decimals !== PRICE_DECIMALS)
    throw new ProbeFault('decimals', `has ${decimals} decimals, not ${PRICE_DECIMALS}`)
  const price = toPrice(latest)
  if (!price) throw new ProbeFault('no price', 'has no price')
  const age = Math.round((Date.now() - price.at) / 1_000)
  if (!isCurrent(price, Date.now()))
    throw age > 0
      ? new ProbeFault('old', `has a price that is ${Math.round(age / 3_600)} hours old`)
      : new ProbeFault('future', 'has a price of the future')
  return `${formatUnits(price.value, PRICE_DECIMALS)} USD, ${Math.max(age, 0)} s old`
}

/** Decoding an empty answer fails with a long message; it only means that there is no contract. */
function named(error: unknown): unknown {
  const isEmpty = error instanceof Error && error.name === 'AbiDecodingZeroDataError'
  return isEmpty ? new ProbeFault('no feed', 'is no contract on this chain') : error
}
