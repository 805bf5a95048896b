import type { Hash } from 'viem'
import { expect, test } from 'vitest'
import { statusOf } from './viemActions.ts'

const hash: Hash = `0x${'1'.repeat(64)}`
type Code = Awaited<Parameters<typeof statusOf>[1]>
const codeWith = (settled: () => Promise<'success' | 'reverted'>) =>
  Promise.resolve([{}, { settled }] as unknown as NonNullable<Code>)

test.each(['success', 'reverted'] as const)(
  'behavior: a transaction is what the chain says: %s',
  async (status) => {
    expect(
      await statusOf(
        hash,
        codeWith(async () => status),
      ),
    ).toBe(status)
  },
)

test('error: nothing is said of a transaction while the code that asks the chain does not load', async () => {
  const fails = Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  expect(await statusOf(hash, fails)).toBeUndefined()
})

test('error: a transaction whose nonce another one used has failed', async () => {
  const code = codeWith(() => Promise.reject(new Error('Another transaction used nonce 7.')))
  await expect(statusOf(hash, code)).rejects.toThrow('nonce 7')
})
