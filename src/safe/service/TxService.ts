import type { SafeSource } from './SafeSource.ts'

/**
 * A Safe transaction service as a source. It is asked with Safe's api-kit, which weighs more than the rest of the
 * portal and is downloaded when the service is asked for the first time.
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
