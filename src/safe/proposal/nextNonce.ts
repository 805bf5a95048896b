import type { Address } from 'viem'
import { PortalError } from '#chain/PortalError.ts'
import type { SafeSource, TransactionPage } from '#safe/service/SafeSource.ts'

/** Pages of a queue that are read. */
const MAX_PAGES = 20

/**
 * The first nonce that neither the chain nor anything in the queue uses, as this source tells the queue.
 * @param onChain nonce at which the Safe executes next
 * @throws PortalError when the queue cannot be read to its end: a nonce that is used twice lets one of two payments fail
 */
export async function nextNonce(source: SafeSource, safe: Address, onChain: bigint): Promise<bigint> {
  let next = onChain
  let cursor: string | null = null
  for (let read = 0; read < MAX_PAGES; read++) {
    const page: TransactionPage = await source.queued(safe, cursor)
    if (page.unreadable > 0)
      throw new PortalError('malformed', 'The queue of the Safe could not be read whole.')
    for (const { executionInfo } of page.transactions) {
      if (executionInfo?.type === 'MULTISIG' && executionInfo.nonce >= next) next = executionInfo.nonce + 1n
    }
    if (page.cursor === null) return next
    cursor = page.cursor
  }
  throw new PortalError('malformed', 'The queue of the Safe has no end.')
}
