import type { Address } from 'viem'
import type { Rpc } from '#chain/Rpc.ts'
import { readContract } from '#chain/readContract.ts'
import { readSafe, type SafeState } from './SafeContract.ts'
import { type SafeTx, type SafeTxHash, safeTxTypes } from './SafeTx.ts'

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

/** Where the contract's list of modules begins. */
const SENTINEL: Address = '0x0000000000000000000000000000000000000001'

/** Nobody enables more modules than this; a short list would hide the others. */
const MOST_MODULES = 1_000n

/** What the chain says of a Safe and a proposal; null where it could not be read or there is nothing. */
export type ProposalFacts = {
  readonly state: SafeState | null
  readonly contractHash: SafeTxHash | null
  readonly modules: readonly Address[] | null
}

/** Reads in one request what a proposal is compared with. Never throws: what could not be read is null. */
export async function readProposalFacts(rpc: Rpc, safe: Address, tx: SafeTx): Promise<ProposalFacts> {
  const contract = { address: safe, abi }
  const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce } = tx
  const [state, contractHash, modules] = await Promise.all([
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
  ])
  return {
    state,
    contractHash: contractHash && (contractHash.toLowerCase() as SafeTxHash),
    modules: modules?.[0] ?? null,
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch {
    return null
  }
}
