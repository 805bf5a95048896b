import type { ProposalService } from './txServiceProposals.ts'

/**
 * A Safe transaction service that accepts proposals and signatures. Uses Safe's api-kit, which is downloaded with the
 * first request.
 * @param base URL of the service, ending in `/api`
 */
export function proposalService(base: string): ProposalService {
  const open = async () => (await import('./txServiceProposals.ts')).txServiceProposals(base)
  return {
    delegatorsOf: async (safe, delegate) => (await open()).delegatorsOf(safe, delegate),
    propose: async (proposal) => (await open()).propose(proposal),
    confirm: async (safeTxHash, signature) => (await open()).confirm(safeTxHash, signature),
  }
}
