import type { Address } from '#chain/money/Address.ts'
import { type Call, sameList } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { type SafeSource, safeTxHashOf, type TransactionPage } from '#safe/service/SafeSource.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { plainCalls, toSafeTx } from '#safe/tx/signedFields.ts'

/** How many pages of a queue are read. A new proposal has the highest nonce and is on the last page. */
const MAX_PAGES = 20

/** A proposal that contains some calls; `among` others if a person assembled it. */
export type FoundProposal = { readonly safeTxHash: SafeTxHash; readonly among: boolean }

/** The safeTxHashes of the whole queue, lower case. @throws if it cannot be read to the end */
export async function queuedHashes(gateway: SafeSource, safe: Address): Promise<ReadonlySet<SafeTxHash>> {
  const hashes = new Set<SafeTxHash>()
  let cursor: string | null = null
  for (let read = 0; read < MAX_PAGES; read++) {
    const page: TransactionPage = await gateway.queued(safe, cursor)
    for (const { id } of page.transactions) {
      const hash = safeTxHashOf(id)
      if (hash) hashes.add(hash)
    }
    if (page.cursor === null) return hashes
    cursor = page.cursor
  }
  throw new PortalError('malformed', 'The queue of the Safe has no end.')
}

/**
 * Finds a proposal that was not queued `before` and contains exactly these calls, or else these among others;
 * null if there is none. Matched by content, never by label.
 */
export async function findQueued(
  { gateway, address }: { gateway: SafeSource; address: Address },
  calls: readonly Call[],
  before: ReadonlySet<SafeTxHash>,
): Promise<FoundProposal | null> {
  let around: FoundProposal | null = null
  for (const safeTxHash of await queuedHashes(gateway, address)) {
    if (before.has(safeTxHash)) continue
    const details = await gateway.transaction(safeTxHash)
    if (!details) continue
    const tx = toSafeTx(details)
    const queued = plainCalls(tx)
    if (queued && sameList(queued, calls)) return { safeTxHash, among: false }
    const rows = decodeProposal(address, tx).rows.filter(({ meaning }) => meaning.kind === 'transfer')
    if (containsAll(rows, calls)) around ??= { safeTxHash, among: true }
  }
  return around
}

/** Whether the rows contain every call; equal calls need equally many rows. */
function containsAll(rows: readonly Call[], calls: readonly Call[]): boolean {
  const left = [...rows]
  return calls.every((call) => {
    const at = left.findIndex((row) => sameList([row], [call]))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
