import { type Address, type Hex, hashTypedData } from 'viem'

/** Signatures that authorise a change are valid for this hour and the next. */
const HOUR = 3_600_000

const domain = (chainId: number) => ({ name: 'Safe Transaction Service', version: '1.0', chainId }) as const

/** Hours since 1970 that a signature may contain, the current one first. */
function totps(now: number): readonly bigint[] {
  const current = BigInt(Math.floor(now / HOUR))
  return [current, current - 1n]
}

/** Hashes that the proposer may have signed to delete a transaction (EIP-712 `DeleteRequest`). */
export function deleteRequestHashes(
  chainId: number,
  safe: Address,
  safeTxHash: Hex,
  now: number,
): readonly Hex[] {
  return totps(now).map((totp) =>
    hashTypedData({
      domain: { ...domain(chainId), verifyingContract: safe },
      types: {
        DeleteRequest: [
          { name: 'safeTxHash', type: 'bytes32' },
          { name: 'totp', type: 'uint256' },
        ],
      },
      primaryType: 'DeleteRequest',
      message: { safeTxHash, totp },
    }),
  )
}

/** Hashes that an owner may have signed to add or remove a delegate (EIP-712 `Delegate`). */
export function delegateHashes(chainId: number, delegateAddress: Address, now: number): readonly Hex[] {
  return totps(now).map((totp) =>
    hashTypedData({
      domain: domain(chainId),
      types: {
        Delegate: [
          { name: 'delegateAddress', type: 'address' },
          { name: 'totp', type: 'uint256' },
        ],
      },
      primaryType: 'Delegate',
      message: { delegateAddress, totp },
    }),
  )
}
