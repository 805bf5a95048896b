import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { anyAddress, anySafeTx } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import * as SafeTx from './SafeTx.ts'
import { safeTxTypedData } from './signedFields.ts'

test('behavior: the wallet’s typed data hashes to the safeTxHash and contains every exact field', () => {
  fc.assert(
    fc.property(anyAddress, anySafeTx, fc.constantFrom('1.3.0', '1.4.1+L2', '1.5.0'), (safe, tx, version) => {
      const typed = JSON.parse(safeTxTypedData(safe, tx, version))
      expect(hashTypedData(typed)).toBe(SafeTx.hash(safe, tx, version))
      expect(typed.domain).toEqual({ chainId: 56, verifyingContract: safe })
      for (const [name, value] of Object.entries(tx)) {
        expect(typed.message[name]).toBe(typeof value === 'bigint' ? value.toString(10) : value)
      }
    }),
    propertyRuns(100),
  )
})
