import type { Hex } from 'viem'
import type { Address } from '#chain/Address.ts'
import * as Token from '#chain/Token.ts'
import type { TransactionSummary } from '#safe/documents.ts'
import type { Gateway, ListedTransaction, TransactionPage } from '#safe/Gateway.ts'
import type { SafeTxHash } from '#safe/SafeTx.ts'
import type {
  ActivityAmount,
  ActivityItem,
  ActivityLists,
  ActivityPage,
  ActivityStatus,
  ActivityWhat,
} from './Activity.ts'

/** Queue and history of any Safe, as its gateway tells them. */
export function safeActivity(gateway: Gateway, safe: Address): ActivityLists {
  return {
    queued: async (cursor, signal) => toPage(await gateway.queued(safe, cursor, signal)),
    history: async (cursor, signal) => toPage(await gateway.history(safe, cursor, signal)),
    coverage: 'From the Safe service, newest first. Transfers of tokens that it does not know are left out.',
  }
}

function toPage(page: TransactionPage): ActivityPage {
  return { items: page.transactions.map(toItem), cursor: page.cursor, unreadable: page.unreadable }
}

/** One gateway row as an activity item. */
export function toItem(transaction: ListedTransaction): ActivityItem {
  const { id, timestamp, txHash, executionInfo, conflict } = transaction
  return {
    id,
    at: timestamp ?? null,
    what: whatOf(transaction.txInfo),
    status: statusOf(transaction),
    nonce: executionInfo?.nonce ?? null,
    conflict,
    hash: txHash ?? null,
    safeTxHash: safeTxHashOf(id),
  }
}

/** The id of a multisig transaction is `multisig_<safe>_<safeTxHash>`. */
function safeTxHashOf(id: string): SafeTxHash | null {
  const match = /^multisig_0x[0-9a-fA-F]{40}_(0x[0-9a-fA-F]{64})$/.exec(id)
  return match ? ((match[1] as Hex).toLowerCase() as SafeTxHash) : null
}

function statusOf({ txStatus, executionInfo }: TransactionSummary): ActivityStatus {
  switch (txStatus) {
    case 'AWAITING_CONFIRMATIONS':
      return executionInfo
        ? {
            kind: 'awaiting-signatures',
            have: executionInfo.confirmationsSubmitted,
            need: executionInfo.confirmationsRequired,
          }
        : { kind: 'unknown' }
    case 'AWAITING_EXECUTION':
      return { kind: 'ready-to-execute' }
    case 'SUCCESS':
      return { kind: 'success' }
    case 'FAILED':
      return { kind: 'failed' }
    case 'CANCELLED':
      return { kind: 'cancelled' }
    case 'UNKNOWN':
      return { kind: 'unknown' }
  }
}

function whatOf(info: TransactionSummary['txInfo']): ActivityWhat {
  switch (info.type) {
    case 'Transfer': {
      const amount = amountOf(info.transferInfo)
      if (info.direction === 'INCOMING') return { kind: 'transfer-in', from: info.sender, amount }
      if (info.direction === 'OUTGOING') return { kind: 'transfer-out', to: info.recipient, amount }
      return { kind: 'other', label: 'Transfer' }
    }
    case 'Custom':
      if (info.isCancellation) return { kind: 'rejection' }
      if (info.methodName === 'multiSend') return { kind: 'batch', count: info.actionCount ?? null }
      return { kind: 'other', label: info.methodName ?? 'Contract call' }
    case 'SettingsChange':
      return { kind: 'settings', label: info.dataDecoded?.method ?? 'Settings' }
    case 'Creation':
      return { kind: 'creation' }
    case 'Other':
      return { kind: 'other', label: info.label }
  }
}

type TransferInfo = Extract<TransactionSummary['txInfo'], { type: 'Transfer' }>['transferInfo']

/** A pinned token keeps its pinned symbol and decimals, whatever the service says of it. */
function amountOf(info: TransferInfo): ActivityAmount {
  if (info.type === 'NATIVE_COIN') {
    const suspect = info.value === 0n ? 'zero-value' : null
    return { amount: { token: Token.BNB, value: info.value }, suspect }
  }
  const pinned = Token.find(info.tokenAddress)
  const token: Token.Token = pinned ?? {
    address: info.tokenAddress,
    symbol: info.tokenSymbol || 'token',
    name: 'Unverified token',
    decimals: info.decimals ?? 0,
  }
  const suspect = info.imitation
    ? 'imitation'
    : pinned === undefined
      ? 'unverified-token'
      : info.value === 0n
        ? 'zero-value'
        : null
  return { amount: { token, value: info.value }, suspect }
}
