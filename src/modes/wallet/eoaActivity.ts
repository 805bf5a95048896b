import type { ActivityItem, ActivityLists, ActivityStatus, ActivityWhat } from '#account/Activity.ts'
import type { Outcome } from '#account/Submission.ts'
import type { Address } from '#chain/Address.ts'
import { asTransfer } from '#chain/Call.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { readChain } from '#chain/readChain.ts'
import * as Token from '#chain/Token.ts'
import { eoaOutcome } from './eoaOutcome.ts'
import type { Journal, JournalEntry } from './journal.ts'

const PAGE = 20

/** What this browser sent from the account, settled by receipts. A public node offers no history of an address. */
export function eoaActivity(parts: { address: Address; rpc: Rpc; journal: Journal }): ActivityLists {
  return {
    queued: null,
    proposal: null,
    history: (cursor) =>
      readChain(async () => {
        const entries = parts.journal.list()
        const from = cursor === null ? 0 : Number(cursor)
        const page = entries.slice(from, from + PAGE)
        const next = from + PAGE < entries.length ? String(from + PAGE) : null
        const items = await Promise.all(page.map((entry) => toItem(parts.rpc, parts.address, entry)))
        return { items, cursor: next, unreadable: 0, source: 'this browser' }
      }),
    coverage: 'Payments sent from this account with this browser. Everything else is on the block explorer.',
  }
}

async function toItem(rpc: Rpc, from: Address, entry: JournalEntry): Promise<ActivityItem> {
  return {
    id: entry.id,
    at: entry.askedAt,
    what: whatOf(entry),
    status: await statusOf(rpc, from, entry),
    nonce: null,
    conflict: false,
    hash: entry.hashes.at(-1) ?? null,
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

async function statusOf(rpc: Rpc, from: Address, entry: JournalEntry): Promise<ActivityStatus> {
  const { calls, hashes, nonces } = entry
  // The wallet was asked and this browser never heard what became of it.
  if (entry.state === 'asked') return { kind: 'unknown' }
  return toStatus(await eoaOutcome(rpc, { kind: 'sent', from, calls, hashes, nonces }))
}

function toStatus(outcome: Outcome): ActivityStatus {
  switch (outcome.kind) {
    case 'done':
      return { kind: 'success' }
    case 'failed':
      return { kind: 'failed' }
    case 'replaced':
      return { kind: 'cancelled' }
    case 'waiting':
    case 'confirming':
      return { kind: 'pending' }
    default:
      return { kind: 'unknown' }
  }
}
