import type { SafeSource } from './SafeSource.ts'
import type { ProposalService } from './txServiceProposals.ts'

/**
 * A Safe transaction service as a source. Uses Safe's api-kit, which is larger than the rest of the portal
 * and is downloaded with the first request.
 * @param base URL of the service, ending in `/api`
 */
export function txService(base: string): SafeSource {
  const reads = async () => (await import('./txServiceReads.ts')).txServiceReads(base)
  return {
    name: 'Safe transaction service',
    queued: async (safe, cursor) => (await reads()).queued(safe, cursor),
    history: async (safe, cursor) => (await reads()).history(safe, cursor),
    transaction: async (hash) => (await reads()).transaction(hash),
    executedAt: async (safe, nonce) => (await reads()).executedAt(safe, nonce),
  }
}

/**
 * A Safe transaction service that accepts proposals. Uses Safe's api-kit, which is downloaded with the first
 * request.
 * @param base URL of the service, ending in `/api`
 */
export function proposalService(base: string): ProposalService {
  const open = async () => (await import('./txServiceProposals.ts')).txServiceProposals(base)
  return {
    delegatorsOf: async (safe, delegate) => (await open()).delegatorsOf(safe, delegate),
    propose: async (proposal) => (await open()).propose(proposal),
  }
}
