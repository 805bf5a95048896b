import { type Address, BaseError, isAddressEqual } from 'viem'
import { PortalError } from '#chain/PortalError.ts'
import { isRevert, type Rpc, RpcError, readChain } from '#chain/rpc/Rpc.ts'
import { NEWEST, type SafeSource, type TransactionPage } from '#safe/service/SafeSource.ts'
import type { ProposalService } from '#safe/service/txServiceProposals.ts'
import { multiSendFor } from '#safe/tx/encodeProposal.ts'
import { readSafe, type SafeState } from '#safe/tx/SafeContract.ts'

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
