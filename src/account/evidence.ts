import { queryOptions } from '@tanstack/react-query'
import type { Address } from '#chain/Address.ts'
import * as AddressText from '#chain/Address.ts'
import { transfer } from '#chain/Call.ts'
import type { Receipt } from '#chain/questions.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { readChain } from '#chain/readChain.ts'
import { missingTransfers, readSettlement } from '#chain/settlement.ts'
import * as Token from '#chain/Token.ts'
import { readExecutedContent } from '#safe/executedContent.ts'
import { executionOf } from '#safe/executionOf.ts'
import type { ActivityAmount, ActivityItem } from './Activity.ts'
import { polling } from './polling.ts'

/**
 * What the chain says of an item that a service calls executed.
 * - `proven` its own event or transfer stands in the receipt; `final` when the block cannot be undone
 * - `failed` the Safe's own event says that the payment inside failed
 * - `missing` the chain does not know the transaction
 * - `contradicts` the transaction is there and does not do what the service tells
 * - `silent` it is there and leaves no trace that would prove or disprove it
 */
export type Evidence =
  | { readonly kind: 'proven'; readonly final: boolean }
  | { readonly kind: 'failed' | 'missing' | 'contradicts' | 'silent' }

/** Asks the chain about one executed item of a Safe; final answers are never asked for again. */
export function evidenceQuery(rpc: Rpc, safe: Address, item: ActivityItem) {
  const paced = polling(15_000)
  return queryOptions({
    queryKey: ['evidence', 56, safe, item.id, item.hash, item.status.kind],
    queryFn: () => readChain(() => readEvidence(rpc, safe, item)),
    enabled: item.hash !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) => {
      const found = query.state.data
      const settled = found && found.kind !== 'missing' && !(found.kind === 'proven' && !found.final)
      return settled ? false : paced(query)
    },
  })
}

/** @throws when the chain cannot be read */
export async function readEvidence(rpc: Rpc, safe: Address, item: ActivityItem): Promise<Evidence> {
  if (item.hash === null) return { kind: 'silent' }
  const settlement = await readSettlement(rpc, item.hash)
  if (settlement.kind === 'missing') return { kind: 'missing' }
  const proven = { kind: 'proven', final: settlement.kind === 'final' } as const
  const executed = judge(settlement.receipt, safe, item)
  const verdict = executed === 'proven' && item.safeTxHash ? await fits(rpc, safe, item) : executed
  return verdict === 'proven' ? proven : { kind: verdict }
}

/**
 * Whether an executed proposal does what the service says of it, by the calldata of its execution. BNB leaves no log, so
 * without that calldata (as when a relay executed it) a payment of BNB is neither proven nor disproven.
 */
async function fits(
  rpc: Rpc,
  safe: Address,
  { hash, what }: ActivityItem,
): Promise<'proven' | 'contradicts' | 'silent'> {
  const content = hash && (await readExecutedContent(rpc, safe, hash))
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

function judge(
  receipt: Receipt,
  safe: Address,
  item: ActivityItem,
): 'proven' | 'failed' | 'contradicts' | 'silent' {
  const { what, safeTxHash, module } = item
  // What the owners signed or a module did goes out; who calls it a payment to the Safe tells of something else.
  if ((safeTxHash || module) && what.kind === 'transfer-in') return 'contradicts'
  if (receipt.status !== '0x1') return safeTxHash || module ? 'contradicts' : 'failed'
  if (safeTxHash) {
    const execution = executionOf(receipt, safe, safeTxHash)
    if (execution === 'failure') return 'failed'
    if (execution === 'absent') return 'contradicts'
    // What exactly it did is compared with the calldata of its execution.
    return what.kind === 'transfer-out' && what.amount.amount.token.address !== null
      ? paidOut(receipt, safe, what)
      : 'proven'
  }
  if (module) {
    const ran = moduleExecution(receipt, safe, module)
    return ran === 'proven' && what.kind === 'transfer-out' ? paidOut(receipt, safe, what) : ran
  }
  if (what.kind === 'transfer-out') return paidOut(receipt, safe, what)
  if (what.kind !== 'transfer-in') return 'silent'
  if (what.amount.amount.token.address !== null) {
    return moved(receipt, what.from, safe, what.amount) ? 'proven' : 'contradicts'
  }
  return receivedBnb(receipt, safe, what.from, what.amount.amount.value) ? 'proven' : 'silent'
}

/** BNB that a Safe sends leaves no log, and a token that is not pinned may take a fee on the way. */
function paidOut(
  receipt: Receipt,
  safe: Address,
  { to, amount }: { readonly to: Address; readonly amount: ActivityAmount },
): 'proven' | 'contradicts' | 'silent' {
  if (amount.amount.token.address === null) return 'silent'
  if (moved(receipt, safe, to, amount)) return 'proven'
  return Token.find(amount.amount.token.address) ? 'contradicts' : 'silent'
}

function moved(receipt: Receipt, from: Address, to: Address, { amount }: ActivityAmount): boolean {
  return missingTransfers(receipt, from, [transfer(to, amount)]).length === 0
}

/** topic0 of `ExecutionFromModuleSuccess(address)` and `ExecutionFromModuleFailure(address)`. */
const MODULE_SUCCESS = '0x6895c13664aa4f67288b25d7a21d7aaa34916e355fb9b6fae0a139a9085becb8'
const MODULE_FAILURE = '0xacd2c8702804128fdb0db2bb49f6d127dd0181c13fd45dbfe16de0930e2bd375'

function moduleExecution(
  receipt: Receipt,
  safe: Address,
  module: Address,
): 'proven' | 'failed' | 'contradicts' {
  for (const { address, topics } of receipt.logs) {
    if (address !== safe.toLowerCase() || !topics[1]?.endsWith(module.slice(2).toLowerCase())) continue
    if (topics[0] === MODULE_SUCCESS) return 'proven'
    if (topics[0] === MODULE_FAILURE) return 'failed'
  }
  return 'contradicts'
}

/** topic0 of `SafeReceived(address,uint256)`, which a Safe since 1.3.0 emits for BNB that arrives. */
const SAFE_RECEIVED = '0x3d0ce9bfc3ed7d6862dbb28b2dea94561fe714a1b4d019aa8af39730d1ad7c3d'

function receivedBnb(receipt: Receipt, safe: Address, from: Address, value: bigint): boolean {
  return receipt.logs.some(
    ({ address, topics, data }) =>
      address === safe.toLowerCase() &&
      topics[0] === SAFE_RECEIVED &&
      topics[1]?.endsWith(from.slice(2).toLowerCase()) &&
      data.length === 66 &&
      BigInt(data) === value,
  )
}
