import { describe, expect, test } from 'vitest'
import { hideHex, isBytes, isHash, isHexAddress, isHexNumber, isLowerAddress, isLowerHash } from './hex.ts'

const lower = `0x${'ab12'.repeat(10)}`
const mixed = `0x${'aB12'.repeat(10)}`
const hash = `0x${'0cd9'.repeat(16)}`
const mixedHash = `0x${'0cD9'.repeat(16)}`

describe('text of hex digits', () => {
  test('behavior: an address has 40 digits in any case', () => {
    expect([lower, mixed].map(isHexAddress)).toEqual([true, true])
    expect([lower, mixed].map(isLowerAddress)).toEqual([true, false])
  })

  test('behavior: a hash has 64 digits in any case', () => {
    expect([hash, mixedHash].map(isHash)).toEqual([true, true])
    expect([hash, mixedHash].map(isLowerHash)).toEqual([true, false])
  })

  test.each(['', '0x', lower.slice(2), `0X${lower.slice(2)}`, `${lower}a`, ` ${lower}`, `${lower}\n`, null])(
    'error: %j is no address and no hash',
    (value) => {
      expect([isHexAddress(value), isLowerAddress(value), isHash(value), isLowerHash(value)]).toEqual(
        Array(4).fill(false),
      )
    },
  )

  test('behavior: bytes have an even number of digits, also none', () => {
    expect(['0x', '0xAb', mixed].map(isBytes)).toEqual([true, true, true])
    expect(['', '0', '0xa', '0xag', '0Xab', 1].map(isBytes)).toEqual(Array(6).fill(false))
  })

  test('behavior: a number may have no digits, as browsers read a host', () => {
    expect(['0x', '0xf', '0xabc'].map(isHexNumber)).toEqual([true, true, true])
    expect(['0xA', '0xg', '1', ''].map(isHexNumber)).toEqual(Array(4).fill(false))
  })

  test('behavior: long runs of digits are hidden wherever they are', () => {
    expect(hideHex(`from ${mixed} in ${hash.slice(2)}, 0x12345678`)).toBe('from 0x… in 0x…, 0x12345678')
  })
})
