import { type Address, formatUnits, parseAbi } from 'viem'
import { withDeadline } from '#chain/PortalError.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readContract } from '#chain/rpc/readContract.ts'
import { ProbeFault, toFault } from '#features/diagnostics/endpoints/askEndpoint.ts'
import type { FeedReading } from './reading.ts'

/** Chainlink's proxies on BNB Smart Chain, in US dollars. */
const feeds: readonly { readonly pair: string; readonly address: Address }[] = [
  { pair: 'BNB / USD', address: '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE' },
  { pair: 'USDT / USD', address: '0xB97Ad0E74fa7d920791E90258A6E2085088b4320' },
  { pair: 'USDC / USD', address: '0x51597f405303C4377E36123cBc172b13269EA163' },
  { pair: 'FDUSD / USD', address: '0x390180e80058A8499930F0c13963AD3E0d86Bfc9' },
  { pair: 'DAI / USD', address: '0x132d3C0B1D2cEa0BC552588063bdBb210FDeecfA' },
]

const abi = parseAbi([
  'function description() view returns (string)',
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
])

/** A price older than a day does not count. */
const LONGEST_AGE = 86_400

/** Reads the price feeds like the portal would, over all endpoints. Never throws. */
export function askFeeds(rpc: Rpc, url: string): Promise<readonly FeedReading[]> {
  return Promise.all(
    feeds.map(async ({ pair, address }) => {
      const began = performance.now()
      try {
        const price = await withDeadline(readPrice(rpc, address, pair))
        return { pair, check: { kind: 'yes', ms: Math.round(performance.now() - began) }, price }
      } catch (error) {
        return { pair, check: toFault(named(error), url), price: null }
      }
    }),
  )
}

async function readPrice(rpc: Rpc, address: Address, pair: string): Promise<string> {
  const [description, decimals, [, value, , updatedAt]] = await Promise.all([
    readContract(rpc, { address, abi }, 'description'),
    readContract(rpc, { address, abi }, 'decimals'),
    readContract(rpc, { address, abi }, 'latestRoundData'),
  ])
  if (description !== pair) throw new ProbeFault('other', 'is the feed of another pair')
  if (decimals !== 8) throw new ProbeFault('decimals', `has ${decimals} decimals, not 8`)
  if (value <= 0n) throw new ProbeFault('no price', 'has no price')
  const age = Math.round(Date.now() / 1_000) - Number(updatedAt)
  if (age > LONGEST_AGE)
    throw new ProbeFault('old', `has a price that is ${Math.round(age / 3_600)} hours old`)
  // The clocks of a block and this machine differ by seconds, not minutes.
  if (age < -300) throw new ProbeFault('future', 'has a price of the future')
  return `${formatUnits(value, 8)} USD, ${Math.max(age, 0)} s old`
}

/** Decoding an empty answer fails with a long message; it only means that there is no contract. */
function named(error: unknown): unknown {
  const isEmpty = error instanceof Error && error.name === 'AbiDecodingZeroDataError'
  return isEmpty ? new ProbeFault('no feed', 'is no contract on this chain') : error
}
