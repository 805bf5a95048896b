import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { bsc, findToken, networkOf } from './Network.ts'

describe('networkOf', () => {
  test('behavior: 56 is the portal’s chain', () => {
    expect(networkOf(56)).toBe(bsc)
  })

  test.each([1, 10, 56, 137, 8453, 42_161, 43_114, 987_654])(
    'behavior: the tokens of chain %i have addresses with their checksum',
    (id) => {
      const { tokens } = networkOf(id)
      expect(tokens.length).toBeGreaterThan(0)
      for (const { address } of tokens) expect(getAddress(address.toLowerCase())).toBe(address)
    },
  )
})

test('behavior: findToken knows the coin and the tokens of a chain, in any case, and no others', () => {
  const network = networkOf(1)
  expect(findToken(network, null)?.symbol).toBe('ETH')
  const [usdc] = network.tokens
  const lower = usdc?.address.toLowerCase() as `0x${string}`
  expect(findToken(network, lower)).toBe(usdc)
  expect(findToken(bsc, lower)).toBeUndefined()
})
