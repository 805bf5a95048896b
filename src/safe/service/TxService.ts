import type { SafeSource } from './SafeSource.ts'

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
