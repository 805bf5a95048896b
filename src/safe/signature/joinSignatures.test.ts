import fc from 'fast-check'
import { concat, type Hex, pad, size, toHex } from 'viem'
import { expect, test } from 'vitest'
import { anyAddress } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { join } from '../../../safe-app/service/read/Signature.ts'
import { joinSignatures } from './signatureQuorum.ts'

const anyKeyPart = fc
  .record({
    words: fc.uint8Array({ minLength: 64, maxLength: 64 }),
    v: fc.constantFrom<Hex>('0x01', '0x1b', '0x1c', '0x1f', '0x20'),
  })
  .map(
    ({ words, v }) =>
      (): Hex =>
        concat([toHex(words), v]),
  )
const anyContractPart = fc.uint8Array({ maxLength: 90 }).map((own) => (owner: Hex): Hex => {
  const head = concat([pad(owner), toHex(65, { size: 32 }), '0x00'])
  return concat([head, toHex(own.length, { size: 32 }), own.length === 0 ? '0x' : toHex(own)])
})
const anySigners = fc.uniqueArray(
  fc
    .record({ owner: anyAddress, part: fc.oneof(anyKeyPart, anyContractPart) })
    .map(({ owner, part }) => ({ owner, signature: part(owner) })),
  { minLength: 1, maxLength: 6, selector: ({ owner }) => owner },
)

test('behavior: joins signatures like the transaction service, from any order', () => {
  fc.assert(
    fc.property(anySigners, (signers) => {
      expect(joinSignatures(signers)).toBe(join(signers))
      expect(joinSignatures(signers.toReversed())).toBe(join(signers))
    }),
    propertyRuns(250),
  )
})

test('behavior: drops bytes after an owner’s signature', () => {
  const owner = pad('0x01', { size: 20 })
  const signature = concat([toHex(7, { size: 64 }), '0x1b'])
  expect(size(joinSignatures([{ owner, signature: `${signature}0011` }]))).toBe(65)
})
