import type { ActivityItem, ActivityLists, ActivityWhat } from '#account/Activity.ts'
import type { Address } from '#chain/Address.ts'
import { asTransfer } from '#chain/Call.ts'
import { leastSettled, type PaymentStatus } from '#chain/PaymentStatus.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { readChain } from '#chain/readChain.ts'
import * as Token from '#chain/Token.ts'
import { walletStatus } from '#chain/walletStatus.ts'
import { batchedStatus } from './batchedStatus.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { WalletRequest } from './walletBatching.ts'

const PAGE = 20

type Parts = {
  readonly address: Address
  readonly rpc: Rpc
  readonly journal: Journal
  readonly request: WalletRequest
}

/** What this browser sent from the account, settled by receipts. A public node offers no history of an address. */
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
  const status = await statusOf(parts, entry)
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

async function statusOf(parts: Parts, entry: JournalEntry): Promise<PaymentStatus> {
  const { calls, hashes, nonces, batchId, since } = entry
  const from = parts.address
  // The name of a batch is known before the wallet is asked, so it can be asked after without an answer.
  if (batchId !== null) {
    const submission = {
      kind: 'batched',
      from,
      calls,
      id: batchId,
      hash: hashes.at(-1) ?? null,
      since,
    } as const
    return leastSettled(await batchedStatus(parts, submission))
  }
  const sent = hashes.flatMap((hash, index) => {
    const nonce = nonces[index] ?? null
    return calls[index]
      ? [{ from, call: calls[index], hash, nonce: nonce === null ? null : BigInt(nonce), since }]
      : []
  })
  // Once, calls were sent one by one: those behind the last hash were never answered, and the first do not speak for them.
  if (entry.state === 'asked' || sent.length === 0 || sent.length < calls.length)
    return { kind: 'unknown', why: 'no-answer', hash: null }
  return leastSettled(await Promise.all(sent.map((payment) => walletStatus(parts.rpc, payment))))
}
