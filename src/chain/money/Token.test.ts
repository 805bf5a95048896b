import { checksumAddress, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import * as Token from './Token.ts'

test('behavior: every pinned address has its checksum and occurs once', () => {
  const addresses = Token.pinned.flatMap(({ address }) => address ?? [])
  expect(addresses).toEqual(addresses.map((address) => checksumAddress(address)))
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('behavior: the pinned dollars of BSC have 18 decimals', () => {
  expect(Token.pinned.map(({ symbol, decimals }) => [symbol, decimals])).toEqual([
    ['BNB', 18],
    ['USDT', 18],
    ['USDC', 18],
    ['FDUSD', 18],
    ['DAI', 18],
  ])
})

test('behavior: finds a token by its address in any case', () => {
  for (const token of Token.pinned) {
    if (token.address === null) continue
    expect(Token.find(token.address)).toBe(token)
    expect(Token.find(token.address.toLowerCase() as `0x${string}`)).toBe(token)
  }
})

test('behavior: only null means BNB; an unknown key or the zero address is no token', () => {
  expect(Token.find(null)).toBe(Token.BNB)
  expect(Token.find(zeroAddress)).toBeUndefined()
  expect(Token.byKey('')).toBeUndefined()
  expect(Token.byKey(zeroAddress)).toBeUndefined()
  for (const token of Token.pinned) expect(Token.byKey(Token.key(token))).toBe(token)
})

test('error: does not find an address that only begins and ends like a pinned one', () => {
  expect(Token.find('0x55d3980000000000000000000000000000007955')).toBeUndefined()
})

test('behavior: keys are distinct, and BNB has its own', () => {
  const keys = Token.pinned.map(Token.key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(Token.key(Token.BNB)).toBe('bnb')
})
