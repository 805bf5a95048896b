import type {
  ActivityAmount,
  ActivityContent,
  ActivityItem,
  ItemPage,
  ReportedStatus,
} from '#account/Activity.ts'
import { type Address, equal } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { TransactionSummary } from '#safe/service/documents.ts'
import {
  firstAnswer,
  type ListedTransaction,
  NEWEST,
  type SafeSource,
  safeTxHashOf,
  type TransactionPage,
} from '#safe/service/SafeSource.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'

/**
 * One page of a list from the first source that answers. Cursors are specific to a source, so each one
 * includes the position of its source in the list.
 * @throws PortalError when none answers
 */
export async function readList(
  sources: readonly SafeSource[],
  cursor: string | null,
  ask: (source: SafeSource, cursor: string | null) => Promise<TransactionPage>,
  owners: readonly Address[] | null = null,
): Promise<ItemPage> {
  const isFirst = cursor === null || cursor === NEWEST
  const [index, own] = isFirst
    ? [0, cursor]
    : [Number.parseInt(cursor, 10), cursor.slice(cursor.indexOf(' ') + 1)]
  const asked = isFirst ? sources : sources.slice(index, index + 1)
  const found = await firstAnswer(asked, (source) => ask(source, own))
  if (!found) throw new PortalError('unreachable', 'No source for this list is configured.')
  const { answer, from } = found
  const place = sources.findIndex(({ name }) => name === from)
  return {
    items: answer.transactions.map((one) => listedItem(one, owners)),
    cursor: answer.cursor === null ? null : `${place} ${answer.cursor}`,
    unreadable: answer.unreadable + answer.transactions.filter(isNameless).length,
    source: from,
  }
}

/** A transaction that owners sign, without its safeTxHash: its content cannot be read. */
function isNameless({ id, executionInfo }: ListedTransaction): boolean {
  return executionInfo?.type === 'MULTISIG' && safeTxHashOf(id) === null
}

/**
 * One gateway row as an activity item.
 * @param owners the owners of the Safe; null if they are not known
 */
export function listedItem(
  transaction: ListedTransaction,
  owners: readonly Address[] | null = null,
): ActivityItem {
  const { id, timestamp, txHash, executionInfo, conflict, note } = transaction
  const multisig = executionInfo?.type === 'MULTISIG' ? executionInfo : null
  return {
    id,
    at: timestamp ?? null,
    what: whatOf(transaction.txInfo),
    status: statusOf(transaction, owners),
    nonce: multisig?.nonce ?? null,
    conflict,
    hash: txHash ?? null,
    safeTxHash: safeTxHashOf(id),
    missing: multisig?.missingSigners ?? null,
    module: executionInfo?.type === 'MODULE' ? executionInfo.address : null,
    note: note || null,
  }
}

/** Counts that the service leaves open, or that contradict its status, make the status unknown. */
function statusOf(
  { txStatus, executionInfo }: TransactionSummary,
  owners: readonly Address[] | null,
): ReportedStatus {
  const {
    confirmationsSubmitted,
    confirmationsRequired: need,
    missingSigners: missing,
  } = executionInfo?.type === 'MULTISIG' ? executionInfo : nothing
  // The service also counts owners who were removed since they signed.
  const have =
    owners && missing && confirmationsSubmitted !== null
      ? Math.min(
          confirmationsSubmitted,
          owners.filter((owner) => !missing.some((one) => equal(one, owner))).length,
        )
      : confirmationsSubmitted
  const isCounted = have !== null && need !== null
  switch (txStatus) {
    case 'AWAITING_CONFIRMATIONS':
      return isCounted ? { kind: 'awaiting-signatures', have, need } : { kind: 'unknown' }
    case 'AWAITING_EXECUTION':
      if (!isCounted) return { kind: 'unknown' }
      return have === 0 || (owners && have < need)
        ? { kind: 'awaiting-signatures', have, need }
        : { kind: 'ready-to-execute' }
    case 'SUCCESS':
      return { kind: 'executed' }
    case 'FAILED':
      return { kind: 'failed' }
    case 'CANCELLED':
      return { kind: 'cancelled' }
    case 'UNKNOWN':
      return { kind: 'unknown' }
  }
}

function whatOf(info: TransactionSummary['txInfo']): ActivityContent {
  switch (info.type) {
    case 'Transfer': {
      const amount = amountOf(info.transferInfo)
      if (info.direction === 'INCOMING') return { kind: 'transfer-in', from: info.sender, amount }
      if (info.direction === 'OUTGOING') return { kind: 'transfer-out', to: info.recipient, amount }
      return { kind: 'other', label: 'Transfer' }
    }
    case 'Custom': {
      if (info.isCancellation) return { kind: 'rejection' }
      // If the service decoded nothing, the called contract shows whether this may be a payment.
      const method = info.methodName ?? usualMethod(info.to)
      if (method === 'multiSend') return { kind: 'batch', count: info.actionCount ?? null }
      // A payment in a token that the service does not know. The chain decides what was paid.
      if (method === 'transfer') return { kind: 'batch', count: 1 }
      return { kind: 'other', label: method ?? 'Contract call' }
    }
    case 'SettingsChange':
      return { kind: 'settings', label: info.dataDecoded?.method ?? 'Settings' }
    case 'Creation':
      return { kind: 'creation' }
    case 'Other':
      return { kind: 'other', label: info.label }
  }
}

function usualMethod(to: Address): 'multiSend' | 'transfer' | null {
  if (MultiSend.isKnown(to)) return 'multiSend'
  return Token.find(to) ? 'transfer' : null
}

const nothing = { confirmationsSubmitted: null, confirmationsRequired: null, missingSigners: null }

type TransferInfo = Extract<TransactionSummary['txInfo'], { type: 'Transfer' }>['transferInfo']

/** A pinned token keeps its pinned symbol and decimals, whatever the service reports. */
function amountOf(info: TransferInfo): ActivityAmount {
  if (info.type === 'NATIVE_COIN') {
    const suspect = info.value === 0n ? 'zero-value' : null
    return { amount: { token: Token.BNB, value: info.value }, suspect }
  }
  const found = Token.find(info.tokenAddress)
  // A contract is never BNB, whatever address the service names.
  const pinned = found?.address ? found : undefined
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
