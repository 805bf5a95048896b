import type { Hash } from 'viem'
import type { Account, MessageSignature, Submission } from '#account/Account.ts'
import type { ActivityItem, ActivityLists, ActivityWhat } from '#account/Activity.ts'
import type { Exclusive } from '#account/exclusive.ts'
import type { Journal, JournalEntry } from '#account/wallet/journal.ts'
import type { Address } from '#chain/money/Address.ts'
import { asTransfer, type Call } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { findPortalError, PortalError, withDeadline } from '#chain/PortalError.ts'
import { getNonceOf } from '#chain/rpc/questions.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import { type Rpc, readChain } from '#chain/rpc/Rpc.ts'
import { isSignable } from '#chain/text/label.ts'
import { readBatching, sendBatch, type WalletRequest } from './sendBatch.ts'
import { sendError, signError } from './walletFault.ts'

/**
 * What a wallet account depends on. `send` requests one transaction on BSC and returns its hash, `sign`
 * requests the signature of a text (EIP-191), `request` anything else. Their results are untrusted.
 */
export type EoaAccountParts = {
  readonly address: Address
  readonly rpc: Rpc
  readonly send: (call: Call) => Promise<Hash>
  readonly sign: (text: string) => Promise<unknown>
  readonly request: WalletRequest
  readonly journal: Journal
  readonly exclusive: Exclusive
  /** Reads logs, see `recentPayments`. */
  readonly scanRpc?: Rpc
}

/**
 * The account of a connected wallet. One call is one transaction; several are one atomic batch, if the wallet
 * supports it.
 */
export function eoaAccount(parts: EoaAccountParts): Account {
  return {
    kind: 'eoa',
    address: parts.address,
    safe: null,
    activity: eoaActivity(parts),
    async recentPayments(since) {
      const { recentPayments } = await import('./recentPayments.ts')
      return recentPayments(parts, since)
    },
    async status(submission) {
      const { submissionStatus } = await import('./entryStatus.ts')
      return readChain(() => submissionStatus(parts, submission))
    },
    batching: () => readBatching(parts.request, parts.address),
    submit: (calls, how) =>
      parts.exclusive(async () => {
        if (calls.length === 1) return sendOne(parts, calls, how.since)
        return sendBatch(parts, calls, how.since)
      }, how.signal),
    signMessage: (text) => parts.exclusive(() => signText(parts, text)),
    // A key signs at once or not at all, so there is no pending request to look up.
    messageSignature: async () => null,
  }
}

async function signText(parts: EoaAccountParts, text: string): Promise<MessageSignature> {
  if (!isSignable(text)) throw new PortalError('refused', 'The text holds halves of characters.')
  // Call before loading anything: some phones open the wallet only directly after a tap.
  const answer = await parts.sign(text).catch((cause: unknown) => {
    throw signError(cause)
  })
  const { checkedAnswer } = await import('./signMessage.ts')
  return checkedAnswer(parts, text, answer)
}

async function sendOne(
  parts: EoaAccountParts,
  calls: readonly Call[],
  since: bigint | null,
): Promise<Submission> {
  const { address, journal } = parts
  const [call] = calls
  if (!call) throw new PortalError('refused', 'There is nothing to pay.')
  const entry: JournalEntry = {
    id: crypto.randomUUID(),
    calls,
    askedAt: Date.now(),
    hashes: [],
    nonces: [],
    state: 'asked',
    batchId: null,
    since,
  }
  // Written before the request, so that a page closed now still has a record.
  journal.put(entry)
  const hash = await parts.send(call).catch((cause: unknown) => {
    const error = findPortalError(cause) ?? sendError(cause)
    if (error.kind !== 'unknown-result') journal.remove(entry.id)
    throw error
  })
  // Written at once, because the page may close while the nonce is read.
  journal.put({ ...entry, hashes: [hash], nonces: [null], state: 'sent' })
  const nonce = await nonceOf(parts.rpc, hash)
  if (nonce !== null) journal.put({ ...entry, hashes: [hash], nonces: [nonce], state: 'sent' })
  return { kind: 'sent', from: address, calls, hash, nonce: nonce === null ? null : BigInt(nonce), since }
}

/**
 * How long (ms) to wait for the nonce of a sent transaction. It is only used later, to tell whether the
 * transaction was replaced.
 */
const NONCE_DEADLINE = 4_000

/**
 * The nonce that the wallet used, confirmed by two operators; otherwise null. A guess from the pending count
 * could belong to another transaction, and a nonce invented by one operator would read as replaced.
 */
async function nonceOf(rpc: Rpc, hash: Hash): Promise<number | null> {
  const read = (node: Rpc) => getNonceOf(node, hash)
  const reported = await withDeadline(
    readWithQuorum(rpc, read, (nonce) => nonce?.toString() ?? null),
    NONCE_DEADLINE,
  ).catch(() => null)
  // With only one operator, nothing can be proven later either.
  const counts = reported?.kind === 'agreed' || (reported?.kind === 'alone' && rpc.witnesses === undefined)
  return counts ? reported.value : null
}

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
    coverage: 'Payments sent from other browsers aren’t shown. See BscScan.',
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
