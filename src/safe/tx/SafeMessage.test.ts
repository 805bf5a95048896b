import fc from 'fast-check'
import { type Address, concat, encodeAbiParameters, keccak256, stringToBytes, toHex } from 'viem'
import { expect, test } from 'vitest'
import { anyAddress, anyUnicode } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { anyVersion } from '#tests/support/proposals.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import * as SafeMessage from './SafeMessage.ts'

test('behavior: a text’s hash matches the one from a real Safe 1.4.1', () => {
  expect(SafeMessage.hash(SAFE, 'Influencer Portal: verify 0x1')).toBe(
    '0xa9751e581013cf350057ab6e92a8c924440f6ba382a01d988b6b803051a6efad',
  )
})

test('behavior: the hash equals that from the contract’s type hashes for any text', () => {
  const anyText = anyUnicode({ maxLength: 80 })
  const anyChain = fc.oneof(fc.constantFrom(1, 56, 97), fc.integer({ min: 1, max: 2 ** 48 }))
  fc.assert(
    fc.property(anyAddress, anyText, anyVersion, anyChain, (safe, text, version, chainId) => {
      const preimage = byHand(safe, text, version, chainId)
      expect(SafeMessage.ofText(safe, text, version, chainId)).toEqual({
        preimage,
        hash: keccak256(preimage),
      })
    }),
    propertyRuns(500),
  )
})

test('error: an invalid version throws', () => {
  expect(() => SafeMessage.hash(SAFE, 'text', 'latest')).toThrow(RangeError)
})

// The constants of CompatibilityFallbackHandler.sol, GnosisSafe.sol and Safe.sol.
const SAFE_MSG_TYPEHASH = '0x60b3cbf8b4a223d68d641b3b6ddf9a298e7f33710cf3d3a9d1146b5a6150fbca'
const DOMAIN_TYPEHASH = '0x47e79534a245952e8b16893a336b85a3d9ea9fa8c573f3d803afb92a79469218'
const DOMAIN_TYPEHASH_BEFORE_130 = '0x035aff83d86937d35b32e04f0ddc6ff469290eef2f1b692d8a815c89404d4749'

const hashOf = (types: readonly string[], values: readonly unknown[]) =>
  keccak256(
    encodeAbiParameters(
      types.map((type) => ({ type })),
      values,
    ),
  )

/**
 * The bytes as the contract assembles them, using only words and keccak and no EIP-712 or EIP-191 library.
 */
function byHand(safe: Address, text: string, version: string, chainId: number) {
  const bytes = stringToBytes(text)
  const prefix = stringToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`)
  const message = encodeAbiParameters([{ type: 'bytes32' }], [keccak256(concat([prefix, bytes]))])
  const domain = /^1\.[0-2]\./.test(version)
    ? hashOf(['bytes32', 'address'], [DOMAIN_TYPEHASH_BEFORE_130, safe])
    : hashOf(['bytes32', 'uint256', 'address'], [DOMAIN_TYPEHASH, BigInt(chainId), safe])
  const struct = hashOf(['bytes32', 'bytes32'], [SAFE_MSG_TYPEHASH, keccak256(message)])
  return toHex(concat([new Uint8Array([0x19, 0x01]), toBytes(domain), toBytes(struct)]))
}

function toBytes(hex: `0x${string}`): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))
}
