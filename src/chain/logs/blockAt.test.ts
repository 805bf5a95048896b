import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeRpc, quantity } from '#tests/support/fakeRpc.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { blockAt } from './blockTime.ts'

/** A time (s) in 2021, when blocks were slow. */
const START = 1_609_459_200

/** A chain with blocks at these times (s), from block 1 on, that counts the block reads. */
function chainOf(times: readonly number[]) {
  let asked = 0
  const rpc = fakeRpc({
    eth_blockNumber: quantity(times.length),
    eth_getBlockByNumber: ([number]) => {
      asked++
      return { number, timestamp: quantity(times[Number(number) - 1] ?? 0) }
    },
  })
  return { rpc, asked: () => asked }
}

test('behavior: returns the first block at or after that time, whatever the block times', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: -100, max: 7_000 }),
      async (steps, offset) => {
        let time = START
        const times = steps.map((step) => {
          time += step
          return time
        })
        const wanted = START + offset
        const first = times.findIndex((one) => one >= wanted)
        const expected = BigInt(first < 0 ? times.length : first + 1)
        expect(await blockAt(chainOf(times).rpc, wanted * 1_000)).toBe(expected)
      },
    ),
    propertyRuns(250),
  )
})

test('behavior: needs few requests for a million blocks with changing block times', async () => {
  const times: number[] = []
  let time = START
  for (let block = 0; block < 1_000_000; block++) {
    time += block < 500_000 ? 3 : block < 800_000 ? 1.5 : 0.45
    times.push(Math.floor(time))
  }
  const chain = chainOf(times)
  const wanted = times[912_345] ?? 0
  expect(await blockAt(chain.rpc, wanted * 1_000)).toBe(BigInt(times.indexOf(wanted) + 1))
  expect(chain.asked()).toBeLessThan(45)
})

test('error: throws if the chain’s blocks cannot be read', async () => {
  await expect(blockAt(fakeRpc({ eth_blockNumber: '0x64' }), START * 1_000)).rejects.toThrow()
})
