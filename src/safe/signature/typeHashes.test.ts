import fc from 'fast-check'
import { type Address, concat, encodeAbiParameters, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { anyAddress, anySafeTx } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { anyVersion } from '#tests/support/proposals.ts'

test('behavior: the hashes equal those from the contract’s type hashes for any transaction', () => {
  const anyChain = fc.oneof(fc.constantFrom(1, 56, 97), fc.integer({ min: 1, max: 2 ** 48 }))
  fc.assert(
    fc.property(anyAddress, anySafeTx, anyVersion, anyChain, (safe, tx, version, chainId) => {
      expect(SafeTx.hashes(safe, tx, version, chainId)).toEqual(byHand(safe, tx, version, chainId))
    }),
    propertyRuns(500, 50_000),
  )
})

// The constants of GnosisSafe.sol and Safe.sol.
const SAFE_TX_TYPEHASH = '0xbb8310d486368db6bd6f849402fdd73ad53d316b5a4b2644ad6efe0f941286d8'
const DOMAIN_TYPEHASH = '0x47e79534a245952e8b16893a336b85a3d9ea9fa8c573f3d803afb92a79469218'
const DOMAIN_TYPEHASH_BEFORE_130 = '0x035aff83d86937d35b32e04f0ddc6ff469290eef2f1b692d8a815c89404d4749'

const hashOf = (types: readonly string[], values: readonly unknown[]) =>
  keccak256(
    encodeAbiParameters(
      types.map((type) => ({ type })),
      values,
    ),
  )

/** The three hashes as the contract computes them, using only words and keccak and no EIP-712 library. */
function byHand(safe: Address, tx: SafeTx.SafeTx, version: string, chainId: number) {
  const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce } = tx
  const domainHash = /^1\.[0-2]\./.test(version)
    ? hashOf(['bytes32', 'address'], [DOMAIN_TYPEHASH_BEFORE_130, safe])
    : hashOf(['bytes32', 'uint256', 'address'], [DOMAIN_TYPEHASH, BigInt(chainId), safe])
  const uint = 'uint256'
  const messageHash = hashOf(
    ['bytes32', 'address', uint, 'bytes32', 'uint8', uint, uint, uint, 'address', 'address', uint],
    [
      ...[SAFE_TX_TYPEHASH, to, value, keccak256(data), operation],
      ...[safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce],
    ],
  )
  return { domainHash, messageHash, safeTxHash: keccak256(concat(['0x1901', domainHash, messageHash])) }
}
