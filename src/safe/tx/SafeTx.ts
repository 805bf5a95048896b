import { type Address, concat, type Hex, hashDomain, hashStruct, keccak256, zeroAddress } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Call } from '#chain/money/Call.ts'

/**
 * A Safe transaction hash (EIP-712). A type of its own, so that it is never mixed up with an on-chain
 * transaction hash.
 */
export type SafeTxHash = Hex & { readonly __safeTxHash: true }

/** The ten fields that the owners of a Safe sign; amounts in wei. The field names are the contract's. */
export type SafeTx = {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
  /** 0 call, 1 delegatecall. */
  readonly operation: 0 | 1
  readonly safeTxGas: bigint
  readonly baseGas: bigint
  readonly gasPrice: bigint
  readonly gasToken: Address
  readonly refundReceiver: Address
  readonly nonce: bigint
}

/** The three hashes shown by signing devices and Safe{Wallet}. */
export type SafeTxHashes = {
  readonly domainHash: Hex
  readonly messageHash: Hex
  readonly safeTxHash: SafeTxHash
}

/** EIP-712 types of `SafeTx` since contract version 1.0.0. */
export const safeTxTypes = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
} as const

/** EIP-712 domain of Safes since 1.3.0. */
export const domainTypes = {
  EIP712Domain: [
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
} as const

const domainTypesBefore130 = {
  EIP712Domain: [{ name: 'verifyingContract', type: 'address' }],
} as const

/** Whether a contract version such as `1.3.0+L2` has the chain id in its EIP-712 domain (since 1.3.0). */
export function hasChainIdInDomain(version: string): boolean {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version)
  if (!match) throw new RangeError(`Not a Safe contract version: ${version}`)
  const [major, minor] = [Number(match[1]), Number(match[2])]
  return major > 1 || (major === 1 && minor >= 3)
}

/** A plain call without a gas refund, the default of Safe{Wallet}. */
export function fromCall(call: Call, nonce: bigint, operation: 0 | 1 = 0): SafeTx {
  return {
    ...call,
    operation,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce,
  }
}

/** The rejection of a nonce: the Safe sends nothing to itself, which only uses up the nonce. */
export function rejection(safe: Address, nonce: bigint): SafeTx {
  return fromCall({ to: safe, value: 0n, data: '0x' }, nonce)
}

/** EIP-712 domain of a Safe, on BNB Smart Chain by default; ready for `signTypedData`. */
export function domain(
  safe: Address,
  version = '1.4.1',
  chainId: number = BSC_CHAIN_ID,
): { chainId?: number; verifyingContract: Address } {
  return hasChainIdInDomain(version) ? { chainId, verifyingContract: safe } : { verifyingContract: safe }
}

/** Hash of that domain. It binds a signature to one Safe and, since 1.3.0, to one chain. */
export function domainHash(safe: Address, version = '1.4.1', chainId: number = BSC_CHAIN_ID): Hex {
  return hashDomain({
    domain: domain(safe, version, chainId),
    types: hasChainIdInDomain(version) ? domainTypes : domainTypesBefore130,
  } as Parameters<typeof hashDomain>[0])
}

/**
 * Domain hash, message hash and safeTxHash, equal to the contract's `getTransactionHash`.
 * @param version contract version, e.g. `1.4.1` or `1.3.0+L2`
 * @throws RangeError when the version is not valid
 */
export function hashes(
  safe: Address,
  tx: SafeTx,
  version = '1.4.1',
  chainId: number = BSC_CHAIN_ID,
): SafeTxHashes {
  const domainPart = domainHash(safe, version, chainId)
  const messageHash = hashStruct({ types: safeTxTypes, primaryType: 'SafeTx', data: tx })
  return {
    domainHash: domainPart,
    messageHash,
    safeTxHash: keccak256(concat(['0x1901', domainPart, messageHash])) as SafeTxHash,
  }
}

/** Only the safeTxHash. */
export function hash(
  safe: Address,
  tx: SafeTx,
  version = '1.4.1',
  chainId: number = BSC_CHAIN_ID,
): SafeTxHash {
  return hashes(safe, tx, version, chainId).safeTxHash
}
