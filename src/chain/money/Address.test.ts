import fc from 'fast-check'
import { checksumAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { anyAddress, anyUnicode } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import * as Address from './Address.ts'

// One of the examples in EIP-55.
const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('parse', () => {
  test.each([
    CHECKSUMMED,
    CHECKSUMMED.toLowerCase(),
    `0x${CHECKSUMMED.slice(2).toUpperCase()}`,
    `bnb:${CHECKSUMMED}`,
    `eip155:56:${CHECKSUMMED}`,
    `  ${CHECKSUMMED}\n`,
  ])('behavior: parses %j as the checksummed address', (text) => {
    expect(Address.parse(text)).toEqual({
      ok: true,
      address: CHECKSUMMED,
      hasChecksum: text.includes(CHECKSUMMED),
    })
  })

  test.each([
    ['', 'empty'],
    [' \t', 'empty'],
    ['0x', 'not-an-address'],
    [CHECKSUMMED.slice(0, -1), 'not-an-address'],
    [`${CHECKSUMMED}0`, 'not-an-address'],
    [CHECKSUMMED.slice(2), 'not-an-address'],
    [CHECKSUMMED.replace('0x', '0X'), 'not-an-address'],
    [CHECKSUMMED.replace('A', 'Ａ'), 'not-an-address'],
    [`${CHECKSUMMED.slice(0, 20)}\u200b${CHECKSUMMED.slice(20)}`, 'not-an-address'],
    ['vitalik.eth', 'not-an-address'],
    [`https://x.example/${CHECKSUMMED}`, 'not-an-address'],
    [`bnb: ${CHECKSUMMED}`, 'not-an-address'],
    [`eth:${CHECKSUMMED}`, 'other-chain'],
    [`eip155:1:${CHECKSUMMED}`, 'other-chain'],
    [`eip155:560:${CHECKSUMMED}`, 'other-chain'],
    [`bnb:${CHECKSUMMED.replace('A', 'a')}`, 'wrong-checksum'],
    ['0x0000000000000000000000000000000000000000', 'zero-address'],
    ['bnb:0x0000000000000000000000000000000000000000', 'zero-address'],
  ])('error: refuses %j as %s', (text, fault) => {
    expect(Address.parse(text)).toEqual({ ok: false, fault })
  })

  test('behavior: every form of an address parses to viem’s checksum', () => {
    const form = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toLowerCase(),
      (text: string) => `0x${text.slice(2).toUpperCase()}`,
      (text: string) => `bnb:${text}`,
      (text: string) => `eip155:56:${text.toLowerCase()}`,
    )
    fc.assert(
      fc.property(anyAddress, form, (address, write) => {
        expect(Address.parse(write(address))).toEqual({
          ok: true,
          address: checksumAddress(address),
          hasChecksum: /[a-f]/.test(write(address).slice(-40)) && /[A-F]/.test(write(address).slice(-40)),
        })
      }),
      propertyRuns(150),
    )
  })

  test('error: refuses one letter in the wrong case, unless all letters then have the same case', () => {
    fc.assert(
      fc.property(anyAddress, fc.nat({ max: 39 }), (address, at) => {
        const flipped = flipCase(address, 2 + at)
        const digits = flipped.slice(2)
        const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
        fc.pre(flipped !== address && isMixed)
        expect(Address.parse(flipped)).toEqual({ ok: false, fault: 'wrong-checksum' })
      }),
      propertyRuns(250),
    )
  })

  test('error: no text makes it throw', () => {
    fc.assert(
      fc.property(anyUnicode({ maxLength: 80 }), (text) => {
        expect(Address.parse(text).ok).toBe(false)
      }),
      propertyRuns(250),
    )
  })
})

test('behavior: equality ignores the case of the digits', () => {
  fc.assert(
    fc.property(anyAddress, anyAddress, (a, b) => {
      expect(Address.equal(a, a.toLowerCase() as Address.Address)).toBe(true)
      expect(Address.equal(a, b)).toBe(BigInt(a) === BigInt(b))
    }),
    propertyRuns(50),
  )
})

test('behavior: shortening keeps four digits at each end', () => {
  expect(Address.shorten(CHECKSUMMED)).toBe('0x5aAe…eAed')
})

function flipCase(text: string, at: number): string {
  const letter = text.charAt(at)
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  return text.slice(0, at) + other + text.slice(at + 1)
}
