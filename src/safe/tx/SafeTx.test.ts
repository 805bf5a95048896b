import fc from 'fast-check'
import { hashDomain, hashStruct, hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { anyAddress, anySafeTx } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { PAYOUT_HASH, payoutCall, REJECTION_HASH, SAFE } from '#tests/support/safeExamples.ts'
import * as SafeTx from './SafeTx.ts'

describe('hashes of the real 1.4.1 contract', () => {
  test('behavior: a plain send of BNB (vector A)', () => {
    const to = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
    const tx = SafeTx.fromCall({ to, value: 10n ** 15n, data: '0x' }, 0n)
    expect(SafeTx.hashes(SAFE, tx)).toEqual({
      domainHash: '0x67f96275554a86aeadac0c144eee5e9f0f3d8990c0a96a2a51d22d9b14099feb',
      messageHash: '0xeccd0e8bdfd2ee54b1c743469eb54f662ffe07ea38335fdfdfa6503ac7f5120b',
      safeTxHash: '0x494bd52287809dc3e4bfd588087de22800abeedd9e195c8bd54c480b72bb9af8',
    })
  })

  test('behavior: a payout of a token (vector B)', () => {
    expect(SafeTx.hash(SAFE, SafeTx.fromCall(payoutCall, 12n))).toBe(PAYOUT_HASH)
  })

  test.each(['1.1.1', '1.2.0', '1.0.0'])('behavior: version %s has no chain id in its domain', (version) => {
    expect(SafeTx.hash(SAFE, SafeTx.fromCall(payoutCall, 12n), version)).toBe(
      '0xbeab73f1835305d46dbd90e87803e8c415635025d6a59d5aabc5ec50d50473b6',
    )
  })

  test.each(['1.3.0', '1.3.0+L2', '1.4.1+L2', '1.5.0', '2.0.0'])(
    'behavior: version %s hashes like 1.4.1',
    (version) => {
      expect(SafeTx.hash(SAFE, SafeTx.fromCall(payoutCall, 12n), version)).toBe(PAYOUT_HASH)
    },
  )

  test('behavior: a rejection (vector C)', () => {
    expect(SafeTx.hash(SAFE, SafeTx.rejection(SAFE, 12n))).toBe(REJECTION_HASH)
  })
})

test('behavior: every transaction hashes like viem’s typed data', () => {
  fc.assert(
    fc.property(anyAddress, anySafeTx, fc.constantFrom('1.4.1', '1.1.1'), (safe, tx, version) => {
      const typed = {
        domain: SafeTx.domain(safe, version),
        types: SafeTx.safeTxTypes,
        primaryType: 'SafeTx',
        message: tx,
      } as const
      const { domainHash, messageHash, safeTxHash } = SafeTx.hashes(safe, tx, version)
      expect(safeTxHash).toBe(hashTypedData(typed))
      expect(messageHash).toBe(hashStruct({ types: typed.types, primaryType: 'SafeTx', data: tx }))
      const verifyingContract = { name: 'verifyingContract', type: 'address' }
      const chainId = { name: 'chainId', type: 'uint256' }
      const EIP712Domain = version === '1.4.1' ? [chainId, verifyingContract] : [verifyingContract]
      expect(domainHash).toBe(hashDomain({ domain: { ...typed.domain }, types: { EIP712Domain } } as never))
    }),
    propertyRuns(150),
  )
})

test('behavior: another Safe, chain rule or nonce gives another hash', () => {
  fc.assert(
    fc.property(anyAddress, anyAddress, anySafeTx, (safe, other, tx) => {
      fc.pre(safe !== other)
      const hash = SafeTx.hash(safe, tx)
      expect(SafeTx.hash(other, tx)).not.toBe(hash)
      expect(SafeTx.hash(safe, tx, '1.1.1')).not.toBe(hash)
      expect(SafeTx.hash(safe, { ...tx, nonce: tx.nonce === 0n ? 1n : tx.nonce - 1n })).not.toBe(hash)
    }),
    propertyRuns(50),
  )
})

test.each(['', 'latest', '1', 'v1.4.1', '1.x.0'])('error: %j is not a version', (version) => {
  expect(() => SafeTx.hash(SAFE, SafeTx.rejection(SAFE, 0n), version)).toThrow(RangeError)
})
