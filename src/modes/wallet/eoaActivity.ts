import type { ActivityItem, ActivityLists, ActivityWhat } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { asTransfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readChain } from '#chain/rpc/readChain.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { WalletRequest } from './sendBatch.ts'

const PAGE = 20

type Parts = {
  readonly address: Address
  readonly rpc: Rpc
  readonly journal: Journal
  readonly request: WalletRequest
}

/**
 * What this browser sent from the account, settled by receipts. Public nodes offer no history of an address.
 */
export function eoaActivity(parts: Parts): ActivityLists {
  return {
    queued: null,
    proposal: null,
    history: (cursor) =>
      readChain(async () => {
        const { entries, unreadable } = parts.journal.list()
        const from = cursor === null ? 0 : Number(cursor)
        const page = entries.slice(from, from + PAGE)
        const next = from + PAGE < entries.length ? String(from + PAGE) : null
        const items = await Promise.all(page.map((entry) => toItem(parts, entry)))
        return { items, cursor: next, unreadable: cursor === null ? unreadable : 0, source: 'this browser' }
      }),
    coverage: 'Payments sent from this account with this browser. Everything else is on the block explorer.',
  }
}

async function toItem(parts: Parts, entry: JournalEntry): Promise<ActivityItem> {
  // The status code loads with the first list that needs it.
  const { entryStatus } = await import('./entryStatus.ts')
  const status = await entryStatus(parts, entry)
  return {
    id: entry.id,
    at: entry.askedAt,
    what: whatOf(entry),
    status: { kind: 'judged', status },
    nonce: null,
    conflict: false,
    hash: ('hash' in status ? status.hash : null) ?? entry.hashes.at(-1) ?? null,
    safeTxHash: null,
    missing: null,
    module: null,
    note: null,
  }
}

function whatOf({ calls }: JournalEntry): ActivityWhat {
  const [call, ...more] = calls
  if (!call) return { kind: 'other', label: 'Payment' }
  if (more.length > 0) return { kind: 'batch', count: calls.length }
  const transfer = asTransfer(call)
  const token = transfer && Token.find(transfer.token)
  if (!transfer || !token) return { kind: 'other', label: 'Contract call' }
  return {
    kind: 'transfer-out',
    to: transfer.to,
    amount: { amount: { token, value: transfer.value }, suspect: null },
  }
}
