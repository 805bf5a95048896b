import type { OpenedAccount } from '#account/Account.ts'
import type { ActivityContent, ActivityItem, ItemPage } from '#account/Activity.ts'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { readChain } from '#chain/rpc/Rpc.ts'
import { leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { type Attempt, attemptIds, isRejected, submissionOf, withoutTaken } from '#domain/ledger/Attempt.ts'
import { readAttemptStatus } from '#domain/ledger/ledger.ts'
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
    // Two records of one transaction, one of them from a file, would count its money twice.
    const asked = withoutRepeats(withoutTaken(attempts))
      .filter((one) => !isRejected(one))
      .toSorted((a, b) => timeOf(b) - timeOf(a))
    const from = cursor === null ? 0 : Number(cursor)
    const page = asked.slice(from, from + PAGE)
    const next = from + PAGE < asked.length ? String(from + PAGE) : null
    const items = await Promise.all(
      page.map(async (attempt) => {
        const statuses = await readAttemptStatus({ account, ledger }, attempt, signal)
        return toItem(attempt, statuses)
      }),
    )
    return { items, cursor: next, unreadable: cursor === null ? unreadable : 0, source: 'this browser' }
  })
}

/** When it was requested (ms), by the chain's clock if that is known: it is compared with payments and requests. */
function timeOf({ time, at }: Attempt): number {
  return time ?? at
}

/** The records of two files that name one transaction for the same payments are listed once. */
function withoutRepeats(attempts: readonly Attempt[]): readonly Attempt[] {
  const listed = new Map<string, Attempt>()
  return attempts.filter((attempt) => {
    const ids = attemptIds(attempt)
    const isRepeat = ids.some((id) => {
      const other = listed.get(id)
      return other?.restored && attempt.restored && Call.sameList(other.calls, attempt.calls)
    })
    for (const id of ids) listed.set(id, listed.get(id) ?? attempt)
    return !isRepeat
  })
}

/** @param statuses of its payments, in the order of its calls */
function toItem(attempt: Attempt, statuses: readonly PaymentStatus[]): ActivityItem {
  const status = leastSettled(statuses)
  const submission = submissionOf(attempt)
  const sent =
    submission?.kind === 'sent'
      ? submission.hash
      : submission?.kind === 'batched'
        ? (submission.hashes.at(-1) ?? null)
        : null
  return {
    id: attempt.id,
    at: timeOf(attempt),
    what: whatOf(attempt, statuses),
    status: { kind: 'judged', status },
    nonce: null,
    conflict: false,
    hash: ('hash' in status ? status.hash : null) ?? sent,
    safeTxHash: null,
    missing: null,
    module: null,
    note: null,
  }
}

function whatOf({ calls }: Attempt, statuses: readonly PaymentStatus[]): ActivityContent {
  const [call, ...more] = calls
  if (!call) return { kind: 'other', label: 'Payment' }
  if (more.length > 0) {
    const payments = calls.flatMap((one, index) => {
      const payment = paymentOf(one)
      return payment ? [{ ...payment, status: statuses[index] ?? leastSettled(statuses) }] : []
    })
    return { kind: 'batch', count: calls.length, payments }
  }
  const payment = paymentOf(call)
  if (!payment) return { kind: 'other', label: 'Contract call' }
  return { kind: 'transfer-out', to: payment.to, amount: { amount: payment.amount, suspect: null } }
}

/** The transfer of a pinned token that a call makes; null for any other call. */
function paymentOf(call: Call.Call) {
  const transfer = Call.asTransfer(call)
  const token = transfer && Token.find(transfer.token)
  return transfer && token ? { to: transfer.to, amount: { token, value: transfer.value } } : null
}
