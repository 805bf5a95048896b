import type { OpenedAccount } from '#account/Account.ts'
import type { ActivityContent, ActivityItem, ItemPage } from '#account/Activity.ts'
import { asTransfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { readChain } from '#chain/rpc/Rpc.ts'
import { leastSettled } from '#chain/settlement/PaymentStatus.ts'
import { type Attempt, isRejected, submissionOf } from '#domain/ledger/Attempt.ts'
import { readAttemptStatus } from '#domain/ledger/attemptStatus.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { payoutStore } from './payoutStore.ts'

const PAGE = 20

/**
 * A page of this browser's requests to a wallet, newest first, judged by receipts. Public nodes offer no history of
 * an address.
 */
export function readWalletHistory(
  account: Pick<OpenedAccount, 'address' | 'status'>,
  storage: KeyValueStore,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ItemPage> {
  return readChain(async () => {
    const { ledger } = payoutStore(storage, account.address)
    const { attempts, unreadable } = ledger.list()
    const asked = attempts.filter((one) => !isRejected(one)).toSorted((a, b) => b.at - a.at)
    const from = cursor === null ? 0 : Number(cursor)
    const page = asked.slice(from, from + PAGE)
    const next = from + PAGE < asked.length ? String(from + PAGE) : null
    const items = await Promise.all(
      page.map(async (attempt) => {
        const statuses = await readAttemptStatus({ account, ledger }, attempt, signal)
        return toItem(attempt, { kind: 'judged', status: leastSettled(statuses) })
      }),
    )
    return { items, cursor: next, unreadable: cursor === null ? unreadable : 0, source: 'this browser' }
  })
}

function toItem(attempt: Attempt, status: Extract<ActivityItem['status'], { kind: 'judged' }>): ActivityItem {
  const submission = submissionOf(attempt)
  const sent =
    submission?.kind === 'sent'
      ? submission.hash
      : submission?.kind === 'batched'
        ? (submission.hashes.at(-1) ?? null)
        : null
  return {
    id: attempt.id,
    at: attempt.at,
    what: whatOf(attempt),
    status,
    nonce: null,
    conflict: false,
    hash: ('hash' in status.status ? status.status.hash : null) ?? sent,
    safeTxHash: null,
    missing: null,
    module: null,
    note: null,
  }
}

function whatOf({ calls }: Attempt): ActivityContent {
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
