import type { Hash } from 'viem'
import type { PaidTransfer, PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import type { Payout } from './Payout.ts'
import { paidPlaces, receiptsOf } from './rowReceipts.ts'
import type { RowState } from './rowStates.ts'

/** The transfers that paid rows, by place; `unread` paid rows stand in transactions that nobody has read. */
export type Receipts = { readonly found: ReadonlyMap<number, PaidTransfer>; readonly unread: number }

/** Each transaction costs some questions to public nodes, so no more than these are read, so many at once. */
const MAX_TRANSACTIONS = 300
const AT_ONCE = 4
/** Nodes that failed so often are not asked on. */
const MAX_FAILURES = 4

/** Reads the transactions of all paid rows. What cannot be read is counted. Never throws. */
export async function readReceipts(
  payout: Payout,
  states: readonly RowState[],
  read: (hash: Hash) => Promise<PaidTransfers>,
): Promise<Receipts> {
  const found = new Map<number, PaidTransfer>()
  let unread = 0
  let failures = 0
  const waiting = [...paidPlaces(states)].map(([hash, places], index) => ({ hash, places, index }))
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { hash, places, index } = next
      const isAsked = index < MAX_TRANSACTIONS && failures < MAX_FAILURES
      const paid = isAsked ? await read(hash).catch(() => null) : null
      if (paid === null) {
        unread += places.length
        if (isAsked) failures++
      } else {
        for (const [place, transfer] of receiptsOf(payout, places, paid)) found.set(place, transfer)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { found, unread }
}
