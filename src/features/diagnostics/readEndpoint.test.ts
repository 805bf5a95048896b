import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RpcError } from '#chain/rpc/Rpc.ts'
import { fakeRpc, quantity } from '../../../tests/support/fakeRpc.ts'
import { propertyRuns } from '../../../tests/support/propertyRuns.ts'
import { readEndpoint } from './readEndpoint.ts'

const NODE = 'https://node.example/KEYKEYKEY'
const NOW = 1_800_000_000

/** A node with these blocks by tag; a function throws what a test wants. */
const node = (blocks: Readonly<Record<string, unknown>>) => {
  const rpc = fakeRpc({
    eth_getBlockByNumber: ([tag]) => {
      const block = blocks[tag as string]
      return typeof block === 'function' ? block() : block
    },
  })
  return { rpc, now: () => NOW * 1_000 }
}
const block = (number: number, timestamp = NOW) => ({
  number: quantity(number),
  timestamp: quantity(timestamp),
})

describe('an endpoint', () => {
  test('behavior: is read with its newest block, its age and its final block', async () => {
    const reading = await readEndpoint(NODE, node({ latest: block(1_000, NOW - 3), finalized: block(998) }))
    expect(reading).toMatchObject({
      host: 'node.example',
      state: 'ok',
      newest: 1_000,
      age: 3,
      finalized: 998,
    })
    expect(reading.ms).toBeGreaterThanOrEqual(0)
    expect(JSON.stringify(reading)).not.toContain('KEY')
  })

  test('behavior: a block ahead of this clock has an age below zero', async () => {
    const reading = await readEndpoint(NODE, node({ latest: block(5, NOW + 40), finalized: block(5) }))
    expect(reading).toMatchObject({ age: -40 })
  })

  test('error: one that has no final block, or does not know the word, still answers', async () => {
    const none = await readEndpoint(NODE, node({ latest: block(5), finalized: null }))
    expect(none).toMatchObject({ state: 'ok', finalized: { words: 'knows none' } })
    const unknown = () => {
      throw new RpcError(-32602, 'invalid block tag')
    }
    const refusing = await readEndpoint(NODE, node({ latest: block(5), finalized: unknown }))
    expect(refusing).toMatchObject({
      state: 'ok',
      finalized: { words: 'refuses: “invalid block tag” (-32602)' },
    })
  })

  const hostile: [string, unknown][] = [
    ['no block', null],
    ['a text', 'latest'],
    ['a block without a time', { number: '0x5' }],
    ['decimal numbers', { number: 5, timestamp: NOW }],
    ['a number beyond all counting', { number: `0x${'f'.repeat(64)}`, timestamp: '0x1' }],
    ['a number that is none', { number: '0x', timestamp: '0xzz' }],
  ]
  for (const [what, latest] of hostile) {
    test(`error: ${what} in place of the newest block is not read as one`, async () => {
      const reading = await readEndpoint(NODE, node({ latest, finalized: block(5) }))
      expect(reading).toMatchObject({
        state: 'fault',
        fault: { words: 'answers something that cannot be read', chainId: null },
      })
    })
  }

  test('error: whatever it answers, the reading is plain numbers or words', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (latest, finalized) => {
        const reading = await readEndpoint(NODE, node({ latest, finalized }))
        if (reading.state === 'ok') {
          expect(Number.isSafeInteger(reading.newest) && Number.isSafeInteger(reading.age)).toBe(true)
        } else {
          expect(reading.fault.words).not.toBe('')
        }
      }),
      propertyRuns(200),
    )
  })
})
