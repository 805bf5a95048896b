import type { Address, Hash } from 'viem'
import { contentOf, readWithQuorum } from '#chain/rpc/quorum.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { getReceipt } from '#chain/rpc/rpcMethods.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { readIsGenuineSafeOn } from '#safe/tx/genuineSafe.ts'
import { type ChainPayment, type PaymentTransfer, readPayment } from './chainPayment.ts'
import { executed, readExecutedContent } from './executionOf.ts'

/**
 * One transfer of a transaction, with a key to find it again: `log-<index>` for a log of a token or a Safe,
 * `value` for the BNB of the transaction itself, `row-<path>` for BNB in a Safe's own calldata.
 */
export type PaidTransfer = PaymentTransfer & {
  readonly name: string
  /**
   * The Safe whose event and calldata are the only evidence of the BNB transfer. Null if a log or the
   * transaction itself shows the transfer.
   */
  readonly bySafe: Address | null
  /** Set if `bySafe` does not run Safe's own code, or that could not be read: its word then proves nothing. */
  readonly isForeign?: true
}

/**
 * The party whose contract is the only evidence that BNB moved, when neither a token nor the transaction
 * itself shows it. Any contract can claim to be a Safe. Null means proven.
 */
export function reporterOf({ token, logIndex, bySafe }: PaidTransfer): 'payer' | 'payee' | null {
  if (bySafe !== null) return 'payer'
  return token === null && logIndex !== null ? 'payee' : null
}

type Mined = Extract<ChainPayment, { readonly transfers: unknown }>

export type PaidTransfers =
  | Exclude<ChainPayment, Mined>
  | (Omit<Mined, 'transfers'> & { readonly transfers: readonly PaidTransfer[] })

/**
 * The money that moved in a transaction. If it executed a transaction of a Safe, this includes that Safe's
 * BNB rows, which leave no log. A block is called `final` only when two endpoints, if there are two, report
 * the same.
 * @throws when the chain cannot be read or contradicts itself
 */
export async function readPaidTransfers(rpc: Rpc, hash: Hash): Promise<PaidTransfers> {
  // A node that does not know the transaction agrees with no other. It may lag, and another one may know it.
  const said = await readWithQuorum(
    rpc,
    (node) => readOnce(node, hash),
    (one) => ('transfers' in one ? contentOf(one) : null),
  )
  if (said.kind === 'agreed' || (said.kind === 'alone' && !rpc.witnesses)) return said.value
  // No two operators agree. One answer is a lead, preferably one that knows a payment, and proves nothing.
  const values = said.kind === 'split' ? said.values : [said.value]
  const lead = values.find((value) => 'transfers' in value) ?? values[0]
  if (!lead) throw new Error('No operator answered')
  return lead.kind === 'final' ? { ...lead, kind: 'mined' } : lead
}

async function readOnce(rpc: Rpc, hash: Hash): Promise<PaidTransfers> {
  const payment = await readPayment(rpc, hash)
  if (!('transfers' in payment)) return payment
  const { to, status } = payment
  const inner = status === 'success' && to !== null ? await bnbRows(rpc, to, hash) : []
  return { ...payment, transfers: [...payment.transfers.map(named), ...unlogged(inner, payment.transfers)] }
}

/**
 * A Safe paid by another Safe logs the same BNB again. Its log stays as evidence of who received the money.
 */
function unlogged(
  rows: readonly PaidTransfer[],
  transfers: readonly PaymentTransfer[],
): readonly PaidTransfer[] {
  const logs = transfers.filter(({ token, logIndex }) => token === null && logIndex !== null)
  return rows.filter(({ from, to, value }) => {
    const again = logs.findIndex((log) => log.from === from && log.to === to && log.value === value)
    if (again >= 0) logs.splice(again, 1)
    return again < 0
  })
}

function named(transfer: PaymentTransfer): PaidTransfer {
  const { logIndex } = transfer
  return { ...transfer, name: logIndex === null ? 'value' : `log-${logIndex}`, bySafe: null }
}

/** BNB sent by a Safe according to its calldata, only if the Safe's event also reports success. */
async function bnbRows(rpc: Rpc, safe: Address, hash: Hash): Promise<readonly PaidTransfer[]> {
  const content = await readExecutedContent(rpc, safe, hash)
  const rows = content && bnbOf(content)
  if (!rows || rows.length === 0) return []
  const receipt = await getReceipt(rpc, hash)
  if (receipt === null || executed(receipt, safe) !== 'success') return []
  const isGenuine = await readIsGenuineSafeOn(rpc, safe).catch(() => false)
  return rows.map(({ path, to, value }) => ({
    token: null,
    from: safe,
    to,
    value,
    logIndex: null,
    name: `row-${path}`,
    bySafe: safe,
    ...(isGenuine ? {} : { isForeign: true }),
  }))
}

function bnbOf({ rows }: ProposalContent) {
  return rows.flatMap(({ path, meaning }) =>
    meaning.kind === 'transfer' && meaning.amount.token.address === null && meaning.amount.value > 0n
      ? [{ path, to: meaning.to, value: meaning.amount.value }]
      : [],
  )
}
