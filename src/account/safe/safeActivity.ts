import type { ActivityLists, ActivityPage } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'

/**
 * The inputs for a Safe's lists. `host` is asked first for a proposal, because that costs no network request.
 */
export type SafeActivityParts = {
  readonly address: Address
  readonly sources: readonly SafeSource[]
  readonly rpc: Rpc
  /** The owners as the chain or the host has them: a service also counts signatures of former ones. */
  readonly owners?: readonly Address[]
  readonly host?: Pick<SafeSource, 'name' | 'transaction'>
}

/** Parts of a page that ask for the start of a history within this time (ms) share one answer. */
const SHARED = 1_000

/** Queue and history of any Safe, as reported by its services. Proposals are computed and compared here. */
export function safeActivity(parts: SafeActivityParts): ActivityLists {
  const { address, sources, owners } = parts
  let newest: { readonly at: number; readonly page: Promise<ActivityPage> } | null = null
  const readHistory = async (cursor: string | null, signal: AbortSignal) => {
    const { readList } = await import('./listedItem.ts')
    return readList(sources, cursor, (source, at) => source.history(address, at, signal), owners)
  }
  return {
    async queued(cursor, signal) {
      const { readList } = await import('./listedItem.ts')
      return readList(sources, cursor, (source, at) => source.queued(address, at, signal), owners)
    },
    async history(cursor, signal) {
      if (cursor !== null) return readHistory(cursor, signal)
      const now = performance.now()
      if (newest && now - newest.at < SHARED) {
        // Whoever asked for it may have left before it came.
        const page = await newest.page.catch(() => null)
        if (page) return page
      }
      const page = readHistory(null, signal)
      newest = { at: now, page }
      return page
    },
    coverage: 'Newest first. Of payments that came in, the Safe service keeps the newest 1,000.',
    async proposal(safeTxHash, signal) {
      const { readProposal } = await import('#safe/proposal/readProposal.ts')
      return readProposal(parts, safeTxHash, signal)
    },
  }
}
