import type { ActivityAmount, ActivityItem } from '#account/Activity.ts'
import { traceTransfers } from '#chain/logs/logs.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { Receipt } from '#chain/rpc/rpcMethods.ts'
import type { Carrier } from '#chain/settlement/minedPayments.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { readSettlement, type SentCall } from '#chain/settlement/settlement.ts'
import {
  executedTx,
  executionOf,
  MODULE_FAILURE,
  MODULE_SUCCESS,
  SAFE_RECEIVED,
} from '#safe/proposal/executionOf.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import { readIsGenuineSafe } from '#safe/tx/knownContracts.ts'

/**
 * The status of an item that a service or node reports as executed, as shown by the chain. `mismatch`: the
 * transaction exists but does something else. `unknown`: it exists but leaves no evidence either way.
 * @throws when the chain cannot be read
 */
export async function readItemStatus(rpc: Rpc, safe: Address, item: ActivityItem): Promise<PaymentStatus> {
  const { hash } = item
  if (hash === null) return { kind: 'unknown', why: 'not-visible', hash }
  const settlement = await readSettlement(rpc, hash)
  if (settlement.kind === 'missing') return { kind: 'pending', hash }
  const isFinal = settlement.kind === 'final'
  const isPlain = arrivedPlainly(settlement, safe, item)
  const shown = isPlain ? 'proven' : judge(settlement.receipt, safe, item)
  const verdict = shown === 'proven' && item.safeTxHash ? fits(settlement.sent, safe, item) : shown
  if (!isPlain && isOwnWord(item, verdict) && !(await readIsGenuineSafe(rpc, safe))) {
    return { kind: 'unknown', why: 'foreign-code', hash }
  }
  switch (verdict) {
    case 'proven':
      return isFinal ? { kind: 'paid', hash } : { kind: 'confirming', hash, lacks: settlement.lacks }
    case 'failed':
      return isFinal ? { kind: 'not-paid', why: 'failed', hash } : { kind: 'unknown', why: 'not-final', hash }
    case 'contradicts':
      // A single operator may lie about a receipt.
      return isFinal
        ? { kind: 'mismatch', differences: ['The network says otherwise.'] }
        : { kind: 'unknown', why: 'not-final', hash }
    case 'silent':
      return { kind: 'unknown', why: 'not-visible', hash }
  }
}

/** Whether the transaction itself brought BNB to the account, which needs no log. */
function arrivedPlainly(
  { receipt, sent }: Pick<Carrier, 'receipt' | 'sent'>,
  account: Address,
  { what, safeTxHash, module, twins = 0 }: ActivityItem,
): boolean {
  if (what.kind !== 'transfer-in' || what.from === null || what.amount.amount.token.address !== null)
    return false
  if (safeTxHash || module || twins > 0 || !sent?.to || receipt.status !== '0x1') return false
  const isBetween = AddressText.equal(sent.from, what.from) && AddressText.equal(sent.to, account)
  return isBetween && sent.value === what.amount.amount.value
}

type Verdict = 'proven' | 'failed' | 'contradicts' | 'silent'

/**
 * True if the only evidence is the account's own contract. A token transfer without a claim about a Safe transaction
 * is evidence from the token.
 */
function isOwnWord({ what, safeTxHash, module }: ActivityItem, verdict: Verdict): boolean {
  if (verdict === 'silent') return false
  if (safeTxHash || module) return true
  return verdict === 'proven' && what.kind === 'transfer-in' && what.amount.amount.token.address === null
}

/**
 * Whether an executed proposal does what the service reports, by the calldata of its execution. BNB emits no
 * log, so without that calldata (for example after execution by a relay) a BNB payment is neither proven nor
 * disproven.
 */
function fits(
  sent: SentCall | null,
  safe: Address,
  { what }: ActivityItem,
): 'proven' | 'contradicts' | 'silent' {
  const tx = sent && executedTx(sent, safe, 0n)
  const content = tx && decodeProposal(safe, tx)
  const [row] = content?.rows ?? []
  if (!content || !row) {
    return what.kind === 'transfer-out' && what.amount.amount.token.address === null ? 'silent' : 'proven'
  }
  const { meaning } = row
  const single = content.rows.length === 1
  switch (what.kind) {
    case 'transfer-out': {
      const { token, value } = what.amount.amount
      const same =
        single &&
        meaning.kind === 'transfer' &&
        meaning.amount.value === value &&
        Token.key(meaning.amount.token) === Token.key(token) &&
        AddressText.equal(meaning.to, what.to)
      return same ? 'proven' : 'contradicts'
    }
    case 'rejection':
      return single && meaning.kind === 'rejection' ? 'proven' : 'contradicts'
    case 'settings':
      return single && AddressText.equal(row.to, safe) ? 'proven' : 'contradicts'
    default:
      return meaning.kind === 'rejection' ? 'contradicts' : 'proven'
  }
}

function judge(receipt: Receipt, safe: Address, item: ActivityItem): Verdict {
  const { what, safeTxHash, module } = item
  // Proposals that owners signed and executions of modules are outgoing, except for a token that they take
  // (`transferFrom`). Any other report of a payment to the Safe contradicts that.
  if ((safeTxHash || module) && what.kind === 'transfer-in' && !isTaken(receipt, safe, what))
    return 'contradicts'
  if (receipt.status !== '0x1') return safeTxHash || module ? 'contradicts' : 'failed'
  if (safeTxHash) {
    const execution = executionOf(receipt, safe, safeTxHash)
    if (execution === 'failure') return 'failed'
    if (execution === 'absent') return 'contradicts'
    // Its exact effect is compared with the calldata of its execution. A transfer of nothing has no log that counts.
    const isLogged = what.kind === 'transfer-out' && what.amount.amount.token.address !== null
    return isLogged && what.amount.amount.value > 0n ? paidOut(receipt, safe, what) : 'proven'
  }
  if (module) {
    const ran = moduleExecution(receipt, safe, module)
    if (what.kind !== 'transfer-out' || ran === 'failed' || ran === 'contradicts') return ran
    const paid = paidOut(receipt, safe, what, item.twins)
    // A payment without a log may be the one that failed.
    return ran === 'silent' && paid === 'contradicts' ? 'silent' : paid
  }
  if (what.kind === 'transfer-out') return paidOut(receipt, safe, what, item.twins)
  if (what.kind !== 'transfer-in' || what.from === null) return 'silent'
  if (what.amount.amount.token.address !== null) {
    return moved(receipt, what.from, safe, what.amount, item.twins) ? 'proven' : 'contradicts'
  }
  const received = receivedBnb(receipt, safe, what.from, what.amount.amount.value)
  return received > (item.twins ?? 0) ? 'proven' : 'silent'
}

/** BNB sent by a Safe emits no log, and an unpinned token may deduct a fee. */
function paidOut(
  receipt: Receipt,
  safe: Address,
  { to, amount }: { readonly to: Address; readonly amount: ActivityAmount },
  twins = 0,
): 'proven' | 'contradicts' | 'silent' {
  if (amount.amount.token.address === null) return 'silent'
  if (moved(receipt, safe, to, amount, twins)) return 'proven'
  return Token.find(amount.amount.token.address) ? 'contradicts' : 'silent'
}

/** Whether a token logged a transfer, besides this many equal ones. */
function moved(receipt: Receipt, from: Address, to: Address, { amount }: ActivityAmount, twins = 0): boolean {
  const equal = Array.from({ length: twins + 1 }, () => transfer(to, amount))
  return traceTransfers(from, equal, receipt.logs).every((trace) => trace?.kind === 'exact')
}

/** Whether a token logged that the Safe received this from someone else. */
function isTaken(
  receipt: Receipt,
  safe: Address,
  { from, amount }: Extract<ActivityItem['what'], { kind: 'transfer-in' }>,
): boolean {
  if (from === null || amount.amount.token.address === null || AddressText.equal(from, safe)) return false
  return moved(receipt, from, safe, amount)
}

/** `silent` if calls of the module both succeeded and failed in one transaction: no event says which is meant. */
function moduleExecution(receipt: Receipt, safe: Address, module: Address): Verdict {
  const ended = new Set(
    receipt.logs.flatMap(({ address, topics: [event, by] }) =>
      address === safe.toLowerCase() && by?.endsWith(module.slice(2).toLowerCase()) ? [event] : [],
    ),
  )
  if (ended.has(MODULE_SUCCESS)) return ended.has(MODULE_FAILURE) ? 'silent' : 'proven'
  return ended.has(MODULE_FAILURE) ? 'failed' : 'contradicts'
}

/** How often a Safe logged that it received this BNB. */
function receivedBnb(receipt: Receipt, safe: Address, from: Address, value: bigint): number {
  return receipt.logs.filter(
    ({ address, topics, data }) =>
      address === safe.toLowerCase() &&
      topics[0] === SAFE_RECEIVED &&
      topics[1]?.endsWith(from.slice(2).toLowerCase()) &&
      data.length === 66 &&
      BigInt(data) === value,
  ).length
}
