import * as v from 'valibot'
import { type Address, getAddress, zeroAddress } from 'viem'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readContract } from '#chain/rpc/readContract.ts'
import { getCode } from '#chain/rpc/rpcMethods.ts'
import { bytes32 } from '#chain/schemas.ts'
import { isProxyCode } from '#safe/tx/genuineSafe.ts'
import { readSafe, type SafeState } from '#safe/tx/SafeContract.ts'
import { type SafeTx, type SafeTxHash, safeTxTypes } from '#safe/tx/SafeTx.ts'

const abi = [
  {
    type: 'function',
    name: 'getTransactionHash',
    stateMutability: 'view',
    inputs: safeTxTypes.SafeTx,
    outputs: [{ type: 'bytes32' }],
  },
  {
    type: 'function',
    name: 'getModulesPaginated',
    stateMutability: 'view',
    inputs: [
      { name: 'start', type: 'address' },
      { name: 'pageSize', type: 'uint256' },
    ],
    outputs: [{ type: 'address[]' }, { type: 'address' }],
  },
] as const

/** The start of the contract's linked list of modules. */
const SENTINEL: Address = '0x0000000000000000000000000000000000000001'

/** Larger than any real number of modules; a short page would hide the rest. */
const MOST_MODULES = 1_000n

/** `keccak256('guard_manager.guard.address')`, the slot of a Safe's guard. Slot 0 holds its singleton. */
const GUARD_SLOT = '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8'

/** A storage slot with an address. Its first 12 bytes are ignored, as in the contract. */
const slot = v.pipe(
  bytes32,
  v.transform((text) => getAddress(`0x${text.slice(26)}`)),
)

/** On-chain facts about a Safe and a proposal; null if they could not be read or do not exist. */
export type ProposalFacts = {
  /** The contract whose code the Safe runs: its own address if it is not a proxy that Safe has published. */
  readonly singleton: Address | null
  /** The contract that may block its transactions; the zero address for none. */
  readonly guard: Address | null
  readonly state: SafeState | null
  /** False if there is no contract at its address. */
  readonly isDeployed: boolean | null
  readonly contractHash: SafeTxHash | null
  readonly modules: readonly Address[] | null
}

/**
 * Reads everything that a proposal is compared with, in one request. Never throws; unreadable values are
 * null.
 */
export async function readProposalFacts(rpc: Rpc, safe: Address, tx: SafeTx): Promise<ProposalFacts> {
  const contract = { address: safe, abi }
  const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce } = tx
  const [code, state, contractHash, modules, slot0, guard] = await Promise.all([
    orNull(getCode(rpc, safe).then((found) => ({ found }))),
    orNull(readSafe(rpc, safe)),
    orNull(
      readContract(rpc, contract, 'getTransactionHash', [
        to,
        value,
        data,
        operation,
        safeTxGas,
        baseGas,
        gasPrice,
        gasToken,
        refundReceiver,
        nonce,
      ]),
    ),
    orNull(readContract(rpc, contract, 'getModulesPaginated', [SENTINEL, MOST_MODULES])),
    orNull(readSlot(rpc, safe, '0x0')),
    orNull(readSlot(rpc, safe, GUARD_SLOT)),
  ])
  const isForeign = code?.found && !isProxyCode(code.found)
  return {
    singleton: isForeign ? safe : code?.found ? slot0 : null,
    guard,
    isDeployed: code && code.found !== null,
    state,
    contractHash: contractHash && (contractHash.toLowerCase() as SafeTxHash),
    modules: modules?.[0] ?? null,
  }
}

async function readSlot(rpc: Rpc, safe: Address, at: string): Promise<Address> {
  return v.parse(slot, await rpc('eth_getStorageAt', [safe, at, 'latest']))
}

/** True if the Safe is known to have a guard. */
export function hasGuard({ guard }: Pick<ProposalFacts, 'guard'>): boolean {
  return guard !== null && guard !== zeroAddress
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch {
    return null
  }
}
