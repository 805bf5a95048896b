import { type Address, type Hex, numberToHex, stringToHex, toFunctionSelector, toHex } from 'viem'
import { euroFeed, feeds } from '#chain/prices/feeds.ts'
import { assemble } from '../../safe-app/chain/assemble.ts'
import type { ChainClient } from '../../safe-app/chain/chainClient.ts'

/** Storage of a feed; a round's answer and time are this far behind its id. */
const slots = {
  latest: 0n,
  decimals: 1n,
  description: 2n,
  length: 3n,
  answers: 2n ** 96n,
  times: 2n ** 97n,
} as const

/** The number of the contract behind the proxy, in the upper bits of every round's id. */
const PHASE = 3n << 64n

const RETURN_WORD = '0x00 mstore 0x20 0x00 return'

/** Returns the round whose id is on top of the stack, or reverts as the real feed does if there is none. */
const returnRound = `
  dup1 0x00 mstore dup1 0x80 mstore
  dup1 ${toHex(slots.answers)} add sload 0x20 mstore
  ${toHex(slots.times)} add sload dup1 0x40 mstore dup1 0x60 mstore
  iszero @fail jumpi 0xa0 0x00 return`

/** A price feed with the functions of Chainlink's AggregatorV3Interface that the portal reads. */
function runtime(): Hex {
  const functions = {
    'description()': `
      0x20 0x00 mstore ${toHex(slots.length)} sload 0x20 mstore ${toHex(slots.description)} sload 0x40 mstore
      0x60 0x00 return`,
    'decimals()': `${toHex(slots.decimals)} sload ${RETURN_WORD}`,
    'latestRoundData()': `${toHex(slots.latest)} sload ${returnRound}`,
    'getRoundData(uint80)': `0x04 calldataload ${returnRound}`,
  }
  const dispatch = Object.keys(functions).map(
    (signature, index) => `dup1 ${toFunctionSelector(signature)} eq @function${index} jumpi`,
  )
  const bodies = Object.values(functions).map((body, index) => `function${index}: ${body}`)
  return assemble(['0x00 calldataload 0xe0 shr', ...dispatch, 'fail: 0x00 0x00 revert', ...bodies].join('\n'))
}

/** Others than 1 show that nothing takes a dollar coin for a dollar. */
const prices: Readonly<Record<string, bigint>> = {
  BNB: 61_240_000_000n,
  USDT: 100_020_000n,
  USDC: 99_990_000n,
  FDUSD: 99_870_000n,
}

/** US dollars with 8 decimals of each pinned token, at the last of `ROUNDS`. */
export const localPrices: Readonly<Record<string, bigint>> = Object.fromEntries(
  feeds.map(({ token: { symbol } }) => [symbol, prices[symbol] ?? 10n ** 8n]),
)

/** A euro in US dollars with 8 decimals. */
export const localEuro = 108_500_000n

/** All feeds, each with its price at the last of `ROUNDS`. */
const localFeeds = [
  ...feeds.map(({ token, ...feed }) => ({ ...feed, last: localPrices[token.symbol] ?? 0n })),
  { ...euroFeed, last: localEuro },
]

/** Rounds that each feed starts with, and the time between two of them (s): as long as the rig's history. */
const [ROUNDS, PERIOD] = [24, 43_200]

/** The number of each feed's latest round. */
export const LAST_ROUND = ROUNDS

/** A round of a feed: counted from 1, with its price of 8 decimals and its time in s. */
export type LocalRound = { readonly number: number; readonly answer: bigint; readonly updatedAt: number }

/** Sets up the feeds of all tokens at their BSC addresses, each with prices of the last twelve days. */
export async function placePriceFeeds(client: ChainClient): Promise<void> {
  const now = Math.floor(Date.now() / 1_000)
  const bytecode = runtime()
  await Promise.all(
    localFeeds.flatMap(({ pair, address, last }) => [
      client.setCode({ address, bytecode }),
      setFeed(client, address, { description: pair, decimals: 8 }),
      setRounds(
        client,
        address,
        Array.from({ length: ROUNDS }, (_, index) => {
          const before = ROUNDS - index - 1
          // A little less each half day before.
          const answer = last - (BigInt(before) * last) / 1_000n
          return { number: index + 1, answer, updatedAt: now - before * PERIOD }
        }),
      ),
    ]),
  )
}

/** How often (ms) every feed gets a new round: a price of BNB that is an hour old is too old to pay by. */
const RENEWED_EVERY = 1_800_000

/**
 * Keeps the prices as they are and their time recent, for as long as the world runs. Returns a function that ends it.
 */
export function keepPricesFresh(client: ChainClient): () => void {
  let number = LAST_ROUND
  const renew = () => {
    number += 1
    const round = { number, updatedAt: Math.floor(Date.now() / 1_000) }
    for (const { address, last: answer } of localFeeds) {
      // A chain that has stopped needs no prices.
      setRounds(client, address, [{ ...round, answer }]).catch(() => {})
    }
  }
  const timer = setInterval(renew, RENEWED_EVERY)
  return () => clearInterval(timer)
}

/** Changes the description or the decimals that a feed reports. */
export async function setFeed(
  client: ChainClient,
  address: Address,
  { description, decimals }: { description?: string; decimals?: number },
): Promise<void> {
  if (description !== undefined) {
    await store(client, address, slots.description, stringToHex(description, { size: 32 }))
    await store(client, address, slots.length, toHex(description.length, { size: 32 }))
  }
  if (decimals !== undefined)
    await store(client, address, slots.decimals, numberToHex(decimals, { size: 32 }))
}

/** Writes rounds of a feed, and makes the last of them its latest. */
export async function setRounds(
  client: ChainClient,
  address: Address,
  rounds: readonly LocalRound[],
): Promise<void> {
  const idOf = ({ number }: LocalRound) => PHASE + BigInt(number)
  await Promise.all([
    ...rounds.flatMap((round) => [
      store(
        client,
        address,
        slots.answers + idOf(round),
        numberToHex(round.answer, { size: 32, signed: true }),
      ),
      store(client, address, slots.times + idOf(round), numberToHex(round.updatedAt, { size: 32 })),
    ]),
    ...rounds
      .slice(-1)
      .map((last) => store(client, address, slots.latest, numberToHex(idOf(last), { size: 32 }))),
  ])
}

async function store(client: ChainClient, address: Address, slot: bigint, value: Hex): Promise<void> {
  await client.setStorageAt({ address, index: toHex(slot, { size: 32 }), value })
}
