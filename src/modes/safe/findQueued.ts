import type { Address } from '#chain/Address.ts'
import { type Call, sameList } from '#chain/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { SafeSource, TransactionPage } from '#safe/SafeSource.ts'
import type { SafeTxHash } from '#safe/SafeTx.ts'
import { callsOf } from '#safe/verifyDetails.ts'

const HASH_IN_ID = /_(0x[0-9a-fA-F]{64})$/

/** Pages of a queue that are read; a new proposal has the highest nonce and stands on the last one. */
const MAX_PAGES = 20

/** The safeTxHashes of everything in the queue, lower case. @throws when it cannot be read to its end */
export async function queuedHashes(gateway: SafeSource, safe: Address): Promise<ReadonlySet<SafeTxHash>> {
  const hashes = new Set<SafeTxHash>()
  let cursor: string | null = null
  for (let read = 0; read < MAX_PAGES; read++) {
    const page: TransactionPage = await gateway.queued(safe, cursor)
    for (const { id } of page.transactions) {
      const hash = HASH_IN_ID.exec(id)?.[1]?.toLowerCase()
      if (hash) hashes.add(hash as SafeTxHash)
    }
    if (page.cursor === null) return hashes
    cursor = page.cursor
  }
  throw new PortalError('malformed', 'The queue of the Safe has no end.')
}

/** A proposal of exactly these calls that was not queued `before`, or null. Matched by content, never by label. */
export async function findQueued(
  { gateway, address }: { gateway: SafeSource; address: Address },
  calls: readonly Call[],
  before: ReadonlySet<SafeTxHash>,
): Promise<SafeTxHash | null> {
  for (const hash of await queuedHashes(gateway, address)) {
    if (before.has(hash)) continue
    const details = await gateway.transaction(hash)
    const queued = details && callsOf(details)
    if (queued && sameList(queued, calls)) return hash
  }
  return null
}
