import type { Address } from '#chain/Address.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { firstAnswer } from '#safe/firstAnswer.ts'
import type { SafeSource, TransactionPage } from '#safe/SafeSource.ts'
import type { ActivityLists, ActivityPage } from './Activity.ts'

/** What the lists of a Safe stand on. `host` is asked first for a proposal: its answer costs nobody a request. */
export type SafeActivityParts = {
  readonly address: Address
  readonly sources: readonly SafeSource[]
  readonly rpc: Rpc
  readonly host?: Pick<SafeSource, 'name' | 'transaction'>
}

/** Queue and history of any Safe, as its services tell them; proposals are computed and compared here. */
export function safeActivity(parts: SafeActivityParts): ActivityLists {
  const { address, sources } = parts
  return {
    queued: (cursor, signal) => read(sources, cursor, (source, at) => source.queued(address, at, signal)),
    history: (cursor, signal) => read(sources, cursor, (source, at) => source.history(address, at, signal)),
    coverage: 'Newest first. Of payments that came in, the Safe service keeps the newest 1,000.',
    async proposal(safeTxHash, signal) {
      const { readProposal } = await import('#safe/readProposal.ts')
      return readProposal(parts, safeTxHash, signal)
    },
  }
}

/** A cursor is one source's own, so it carries its place in the list of sources. */
async function read(
  sources: readonly SafeSource[],
  cursor: string | null,
  ask: (source: SafeSource, cursor: string | null) => Promise<TransactionPage>,
): Promise<ActivityPage> {
  const [index, own] =
    cursor === null ? [0, null] : [Number.parseInt(cursor, 10), cursor.slice(cursor.indexOf(' ') + 1)]
  const asked = cursor === null ? sources : sources.slice(index, index + 1)
  // What its rows mean is read while it is asked: both are needed before anything is shown.
  const [found, { listedItem }] = await Promise.all([
    firstAnswer(asked, (source) => ask(source, own)),
    import('./listedItem.ts'),
  ])
  if (!found) throw new PortalError('unreachable', 'No source for this list is configured.')
  const { answer, from } = found
  const place = sources.findIndex(({ name }) => name === from)
  return {
    items: answer.transactions.map(listedItem),
    cursor: answer.cursor === null ? null : `${place} ${answer.cursor}`,
    unreadable: answer.unreadable,
    source: from,
  }
}
