import type { Address, Hash } from 'viem'
import { getReceipt } from '#chain/rpc/questions.ts'
import { contentOf, readWithQuorum } from '#chain/rpc/quorum.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { readExecutedContent } from './executedTx.ts'
import { executed } from './executionOf.ts'
import { type Payment, type PaymentTransfer, readPayment } from './payment.ts'

/**
 * One transfer of a transaction, with the name that finds it again: `log-<index>` for what a token or a Safe wrote down,
 * `value` for the BNB of the transaction itself, `row-<path>` for BNB in a Safe's own calldata.
 */
export type PaidTransfer = PaymentTransfer & {
  readonly name: string
  /** The Safe on whose word BNB left it: its event and its calldata. Null where log or transaction say so themselves. */
  readonly bySafe: Address | null
}

/**
 * Whose contract alone says that BNB moved, where neither a token nor the transaction itself does: any contract can claim
 * to be a Safe. Null for proof.
 */
export function wordOf({ token, logIndex, bySafe }: PaidTransfer): 'payer' | 'payee' | null {
  if (bySafe !== null) return 'payer'
  return token === null && logIndex !== null ? 'payee' : null
}

type Mined = Extract<Payment, { readonly transfers: unknown }>

export type PaidTransfers =
  | Exclude<Payment, Mined>
  | (Omit<Mined, 'transfers'> & { readonly transfers: readonly PaidTransfer[] })

/**
 * The money that moved in a transaction, with the BNB rows of a Safe that executed something in it: those leave no log.
 * A block is called `final` only when two endpoints, where there are two, tell the same of it.
 * @throws when the chain cannot be read or contradicts itself
 */
export async function readPaidTransfers(rpc: Rpc, hash: Hash): Promise<PaidTransfers> {
  // Nodes that do not know a transaction agree with none: they lag, and another one may.
  const said = await readWithQuorum(
    rpc,
    (node) => readOnce(node, hash),
    (one) => ('transfers' in one ? contentOf(one) : null),
  )
  if (said.kind === 'agreed' || (said.kind === 'alone' && !rpc.witnesses)) return said.value
  // No two agree: one of them is a lead, best one that knows of a payment, and proves nothing.
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

/** A Safe that a Safe pays writes of the same BNB once more. Its log stays: it is the word of who received the money. */
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

/** BNB that a Safe sent, by its calldata; only where it also says that it succeeded. */
async function bnbRows(rpc: Rpc, safe: Address, hash: Hash): Promise<readonly PaidTransfer[]> {
  const content = await readExecutedContent(rpc, safe, hash)
  const rows = content && bnbOf(content)
  if (!rows || rows.length === 0) return []
  const receipt = await getReceipt(rpc, hash)
  if (receipt === null || executed(receipt, safe) !== 'success') return []
  return rows.map(({ path, to, value }) => ({
    token: null,
    from: safe,
    to,
    value,
    logIndex: null,
    name: `row-${path}`,
    bySafe: safe,
  }))
}

function bnbOf({ rows }: ProposalContent) {
  return rows.flatMap(({ path, meaning }) =>
    meaning.kind === 'transfer' && meaning.amount.token.address === null && meaning.amount.value > 0n
      ? [{ path, to: meaning.to, value: meaning.amount.value }]
      : [],
  )
}
