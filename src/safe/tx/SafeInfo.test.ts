import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { OWNERS, SAFE } from '#tests/support/safeExamples.ts'
import { parseSafeInfo } from './SafeInfo.ts'

/** Safe{Wallet}'s answer to `getSafeInfo`. */
const answer = {
  safeAddress: SAFE,
  chainId: 56,
  threshold: 2,
  owners: [...OWNERS],
  isReadOnly: false,
  nonce: 12,
  implementation: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
  modules: null,
  fallbackHandler: null,
  guard: null,
  version: '1.4.1+L2',
  network: 'BNB SMART CHAIN',
}

describe('parseSafeInfo', () => {
  test('behavior: reads the fields that the portal needs', () => {
    expect(parseSafeInfo(answer)).toEqual({
      safeAddress: SAFE,
      chainId: 56,
      threshold: 2,
      owners: OWNERS,
      isReadOnly: false,
      network: 'BNB SMART CHAIN',
    })
  })

  test('behavior: accepts a host without a chain name, and treats a missing isReadOnly as true', () => {
    const { network: _, isReadOnly: __, ...older } = answer
    expect(parseSafeInfo(older)).toMatchObject({ network: null, isReadOnly: true })
  })

  test('behavior: cuts a very long name', () => {
    expect(parseSafeInfo({ ...answer, network: 'x'.repeat(10_000) })?.network).toHaveLength(64)
  })

  test.each([
    ['safeAddress', SAFE.slice(0, -1)],
    ['safeAddress', `bnb:${SAFE}`],
    ['safeAddress', null],
    ['chainId', '56'],
    ['chainId', 0],
    ['chainId', 56.5],
    ['chainId', Number.NaN],
    ['threshold', 0],
    ['threshold', -1],
    ['threshold', 4],
    ['threshold', '2'],
    ['owners', []],
    ['owners', null],
    ['owners', { length: 3 }],
    ['owners', [...OWNERS, 'x']],
    ['owners', [...OWNERS, null]],
  ])('error: %s %j is refused', (field, value) => {
    expect(parseSafeInfo({ ...answer, [field]: value })).toBeNull()
  })

  test('error: no posted value makes it throw', () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withMap: true, withBigInt: true }), (data) => {
        expect(parseSafeInfo(data)).toBeNull()
      }),
      propertyRuns(250),
    )
  })
})
