import type { ActivityLists, ItemPage } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'

/**
 * The inputs for a Safe's lists. `host` is asked first for a proposal, because that costs no network request.
 */
type SafeActivityParts = {
  readonly address: Address
  readonly sources: readonly SafeSource[]
  readonly rpc: Rpc
  /** The owners as the chain or the host has them: a service also counts signatures of former ones. */
  readonly owners?: readonly Address[]
  readonly host?: Pick<SafeSource, 'name' | 'transaction'>
}

/** Queue and history of any Safe, as reported by its services. Proposals are computed and compared here. */
export function safeActivity(parts: SafeActivityParts): ActivityLists {
  const { address, sources, owners } = parts
  /** The start of the history while it is being read: the parts of a page that ask meanwhile share the answer. */
  let newest: Promise<ItemPage> | null = null
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
      if (newest) {
        // The caller may stop waiting before the answer comes.
        const shared = await newest.catch(() => null)
        if (shared) return shared
      }
      const page = readHistory(null, signal).finally(() => {
        newest = null
      })
      newest = page
      return page
    },
    coverage: 'Newest first. Of payments that came in, the Safe service keeps the newest 1,000.',
    async proposal(safeTxHash, signal) {
      const { readProposal } = await import('#safe/proposal/checkProposal.ts')
      return readProposal(parts, safeTxHash, signal)
    },
  }
}
