import * as v from 'valibot'
import { type Address, BaseError, getAddress, isAddressEqual, zeroAddress } from 'viem'
import { PortalError } from '#chain/PortalError.ts'
import { isRevert, type Rpc, RpcError, readChain } from '#chain/rpc/Rpc.ts'
import { getCode, readContract } from '#chain/rpc/rpcMethods.ts'
import { bytes32 } from '#chain/schemas.ts'
import { NEWEST, type SafeSource, type TransactionPage } from '#safe/service/SafeSource.ts'
import type { ProposalService } from '#safe/service/txServiceProposals.ts'
import { multiSendFor } from '#safe/tx/encodeProposal.ts'
import { isProxyCode } from '#safe/tx/knownContracts.ts'
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

/** A `delegate` was appointed by an owner; its proposals do not count as a confirmation. */
export type ProposerRole = 'owner' | 'delegate'

/**
 * The account's role in a Safe: an owner according to the chain, or a delegate listed by the service whose
 * delegator is currently an owner.
 * @throws PortalError `refused` for any other account, `unreachable` or `malformed` when it could not be read
 */
export async function getProposerRole(
  { rpc, service }: { readonly rpc: Rpc; readonly service: Pick<ProposalService, 'delegatorsOf'> },
  safe: Address,
  account: Address,
): Promise<{ readonly role: ProposerRole; readonly state: SafeState }> {
  const state = await readChain(async () => {
    const read = await readSafe(rpc, safe).catch((error: unknown) => {
      // A revert or an answer of the wrong type. An unreachable node proves nothing about the contract.
      const isNo = error instanceof BaseError || (error instanceof RpcError && isRevert(error))
      throw isNo
        ? new PortalError('refused', 'The contract at this address is no Safe.', { cause: error })
        : error
    })
    if (read === null)
      throw new PortalError('refused', 'There is no Safe at this address on BNB Smart Chain.')
    return read
  })
  if (multiSendFor(state.version) === null) {
    throw new PortalError('refused', `Safes of version ${state.version.slice(0, 20)} are not known here.`)
  }
  const isOwner = (one: Address) => state.owners.some((owner) => isAddressEqual(owner, one))
  if (isOwner(account)) return { role: 'owner', state }
  const delegators = await service.delegatorsOf(safe, account)
  if (delegators.some(isOwner)) return { role: 'delegate', state }
  throw new PortalError(
    'refused',
    'Your account may not propose to this Safe: it is neither one of its owners nor a delegate of one.',
  )
}

/** Maximum queue pages to read. */
const MAX_PAGES = 20

/**
 * The first nonce that neither the chain nor any queued proposal uses, according to this source's queue.
 * @param onChain nonce at which the Safe executes next
 * @throws PortalError when the queue cannot be read to its end, because reusing a nonce makes one of two
 * payments fail
 */
export async function nextNonce(source: SafeSource, safe: Address, onChain: bigint): Promise<bigint> {
  let next = onChain
  let cursor: string | null = NEWEST
  for (let read = 0; read < MAX_PAGES; read++) {
    const page: TransactionPage = await source.queued(safe, cursor)
    if (page.unreadable > 0)
      throw new PortalError('malformed', 'The queue of the Safe could not be read whole.')
    for (const { executionInfo } of page.transactions) {
      if (executionInfo?.type === 'MULTISIG' && executionInfo.nonce >= next) next = executionInfo.nonce + 1n
    }
    if (page.cursor === null) return next
    cursor = page.cursor
  }
  throw new PortalError('malformed', 'The queue of the Safe has no end.')
}
