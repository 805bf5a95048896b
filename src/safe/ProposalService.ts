import type { Address, Hex } from 'viem'
import type { SafeTx, SafeTxHash } from './SafeTx.ts'

/** A transaction of a Safe, signed by the one who proposes it. */
export type SignedProposal = {
  readonly safe: Address
  readonly tx: SafeTx
  readonly safeTxHash: SafeTxHash
  readonly sender: Address
  /** 65 bytes over the safeTxHash. An owner's counts as the first confirmation. */
  readonly signature: Hex
}

/** Where proposals are handed in for the owners of a Safe. */
export type ProposalService = {
  /**
   * Accounts that have named `delegate` to propose for this Safe, as the service keeps them. Whether they are owners, the
   * chain has to say. @throws PortalError `unreachable` or `malformed`
   */
  readonly delegatorsOf: (safe: Address, delegate: Address) => Promise<readonly Address[]>
  /**
   * @throws PortalError `refused` where the service understood and said no (HTTP 4xx); after anything else nobody knows
   * whether it keeps the proposal, and that is `unknown-result`
   */
  readonly propose: (proposal: SignedProposal) => Promise<void>
}

/**
 * A Safe transaction service that takes proposals. It is asked with Safe's api-kit, which is downloaded with the first
 * question. @param base URL of the service, ending in `/api`
 */
export function proposalService(base: string): ProposalService {
  const open = async () => (await import('./txServiceProposals.ts')).txServiceProposals(base)
  return {
    delegatorsOf: async (safe, delegate) => (await open()).delegatorsOf(safe, delegate),
    propose: async (proposal) => (await open()).propose(proposal),
  }
}
