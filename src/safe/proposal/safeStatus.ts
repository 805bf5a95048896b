import { type Address, type Hash, isAddressEqual, zeroAddress } from 'viem'
import { type TransferTrace, traceTransfers } from '#chain/logs/logs.ts'
import { asTransfer, type Call } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { readSettlement, type Settlement } from '#chain/settlement/settlement.ts'
import { decodeProposal, type ProposalRow } from '#safe/tx/decodeProposal.ts'
import { gasRefund } from '#safe/tx/gasRefund.ts'
import { readIsGenuineSafe } from '#safe/tx/knownContracts.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { executedTx, executionOf, findExecution, readExecutions } from './executionOf.ts'

/** A proposal whose fields, hashed here, produce its safeTxHash. */
type JudgedProposal = {
  readonly safe: Address
  readonly safeTxHash: SafeTx.SafeTxHash
  readonly tx: SafeTx.SafeTx
  readonly version: string
  /** Its payments, each judged separately; empty if the proposal pays nobody. */
  readonly calls: readonly Call[]
}

/** The Safe's on-chain state, and the number of owners proven to have signed. */
type SafeProgress = { readonly nonce: bigint; readonly threshold: number; readonly signed: number }

/** Reports of hosts and services, used only as leads. */
export type SafeLeads = {
  /** The transaction reported to have executed the proposal. */
  readonly hash: Hash | null
  /** The reported executions at a nonce of the Safe, with their signed fields if known. */
  readonly executedAt: (nonce: bigint) => Promise<readonly ExecutionLead[]>
}

export type ExecutionLead = {
  readonly hash: Hash | null
  readonly tx: (() => Promise<SafeTx.SafeTx | null>) | null
}

type Mined = Exclude<Settlement, { kind: 'missing' }>

/**
 * The status of each payment of a proposal, in the order of `calls`; a single status if it pays nobody
 * (`docs/money.md` 2). The chain decides. Service reports are leads, never proof, and neither are the events of a
 * contract whose code is not Safe's.
 * @throws when the chain cannot be read
 */
export async function safeStatus(
  rpc: Rpc,
  proposal: JudgedProposal,
  progress: SafeProgress,
  leads: SafeLeads,
): Promise<readonly PaymentStatus[]> {
  const { tx } = proposal
  const all = (status: PaymentStatus) => judgedIn(proposal).map(() => status)
  if (leads.hash) {
    const named = await readOwn(rpc, proposal, leads.hash)
    if (named !== 'absent' && named.every(({ kind }) => kind !== 'pending')) return named
    // A service may name another transaction than the one in the Safe's own event.
    const found = await findExecution(rpc, proposal.safe, proposal.safeTxHash).catch(() => null)
    const own = found && found.hash !== leads.hash ? await readOwn(rpc, proposal, found.hash) : 'absent'
    if (own !== 'absent') return own
    if (named !== 'absent') return named
    const differences = [`The transaction ${leads.hash} does not execute this proposal.`]
    return all({ kind: 'mismatch', differences })
  }
  // A Safe without a threshold is not set up, and nobody can sign for it.
  if (progress.threshold === 0) return all({ kind: 'unknown', why: 'not-deployed', hash: null })
  if (progress.nonce <= tx.nonce) {
    const { signed: have, threshold: need, nonce: next } = progress
    return all({
      kind: have < need ? 'needs-signatures' : 'ready',
      have,
      need,
      turn: { next, own: tx.nonce },
    })
  }
  const services = await leads.executedAt(tx.nonce).catch(() => [])
  const reported = await readExecutions(rpc, proposal.safe).catch(() => [])
  const seen = new Set<Hash>()
  for (const lead of [...services, ...reported.map(({ hash }) => ({ hash, tx: null }))]) {
    if (lead.hash === null || seen.has(lead.hash)) continue
    seen.add(lead.hash)
    const judged = await judgeUser(rpc, proposal, lead, lead.hash)
    if (judged) return judged
  }
  return all({ kind: 'unknown', why: 'nonce-used', hash: null })
}

/** The items to judge: each payment separately, or null for a proposal that pays nobody. */
function judgedIn({ calls }: JudgedProposal): readonly (Call | null)[] {
  return calls.length === 0 ? [null] : calls
}

/** Judges the transaction that is reported as the execution of the proposal itself. */
async function readOwn(
  rpc: Rpc,
  proposal: JudgedProposal,
  hash: Hash,
): Promise<readonly PaymentStatus[] | 'absent'> {
  const { safe, safeTxHash, calls } = proposal
  const all = (status: PaymentStatus) => judgedIn(proposal).map(() => status)
  const settlement = await readSettlement(rpc, hash)
  if (settlement.kind === 'missing') return all({ kind: 'pending', hash })
  if (!(await readIsGenuineSafe(rpc, safe))) return all({ kind: 'unknown', why: 'foreign-code', hash })
  const execution = executionOf(settlement.receipt, safe, safeTxHash)
  if (execution === 'absent') {
    // A single operator may lie about a receipt.
    return settlement.kind === 'final' ? 'absent' : all({ kind: 'unknown', why: 'not-visible', hash })
  }
  if (execution === 'failure') return all(proofIn(settlement, { kind: 'not-paid', why: 'failed', hash }))
  const traces = traceTransfers(safe, calls, settlement.receipt.logs)
  return judgedIn(proposal).map((call, index) => ofTrace(settlement, call, traces[index] ?? null, hash))
}

/**
 * A row of a proposal that succeeded. Its BNB moved with the call, or the whole proposal would have failed.
 */
function ofTrace(
  settlement: Mined,
  call: Call | null,
  trace: TransferTrace | null,
  hash: Hash,
): PaymentStatus {
  // Anyone can log a transfer of nothing, so it has no trace, and no money of it can be missing.
  if (call && asTransfer(call)?.value === 0n) return proofIn(settlement, { kind: 'paid', hash })
  switch (trace?.kind) {
    case undefined:
    case 'exact':
      return proofIn(settlement, { kind: 'paid', hash })
    case 'less':
      return proofIn(settlement, { kind: 'short', hash, received: trace.received })
    case 'none':
      if (isPinned(call)) return proofIn(settlement, { kind: 'not-paid', why: 'left-out', hash })
  }
  return { kind: 'unknown', why: 'not-visible', hash }
}

/** A token that is not pinned may move money without a log. */
function isPinned(call: Call | null): boolean {
  const token = call && asTransfer(call)?.token
  return Boolean(token && Token.find(token))
}

/** The proof itself if its block is final; otherwise the missing part. */
function proofIn(
  settlement: Mined,
  proof: Extract<PaymentStatus, { kind: 'paid' | 'short' | 'not-paid' }>,
): PaymentStatus {
  if (settlement.kind === 'final') return proof
  const { transactionHash: hash } = settlement.receipt
  if (proof.kind === 'paid') return { kind: 'confirming', hash, lacks: settlement.lacks }
  return { kind: 'unknown', why: 'not-final', hash }
}

/**
 * Judges a transaction that may have used the proposal's nonce. It must be another Safe transaction with that
 * nonce, proven by its fields, its hash and the Safe's own event. Null if it does not show that.
 */
async function judgeUser(
  rpc: Rpc,
  proposal: JudgedProposal,
  lead: ExecutionLead,
  hash: Hash,
): Promise<readonly PaymentStatus[] | null> {
  const { safe, safeTxHash, tx, version, calls } = proposal
  const settlement = await readSettlement(rpc, hash)
  if (settlement.kind === 'missing') return null
  if (executionOf(settlement.receipt, safe, safeTxHash) !== 'absent') {
    const own = await readOwn(rpc, proposal, hash)
    return own === 'absent' ? null : own
  }
  const fields =
    (settlement.sent && executedTx(settlement.sent, safe, tx.nonce)) ?? (await lead.tx?.().catch(() => null))
  if (!fields || fields.nonce !== tx.nonce) return null
  if (!(await readIsGenuineSafe(rpc, safe))) {
    return judgedIn(proposal).map(() => ({ kind: 'unknown', why: 'foreign-code', hash }))
  }
  const execution = executionOf(settlement.receipt, safe, SafeTx.hash(safe, fields, version))
  if (execution === 'absent') return null
  const content = decodeProposal(safe, fields)
  const isRejection = content.rows.every(({ meaning }) => meaning.kind === 'rejection')
  const traces = traceTransfers(safe, calls, settlement.receipt.logs)
  const judge = (call: Call | null, index: number): PaymentStatus => {
    if (settlement.kind !== 'final') return { kind: 'unknown', why: 'not-final', hash }
    const trace = traces[index] ?? null
    // A module or the gas refund may have paid it in the same transaction, whatever was executed.
    const isSeen = trace?.kind === 'exact' || trace?.kind === 'less' || (call && mayRefund(fields, call))
    const mayPay = execution === 'success' && !isRejection && call !== null
    if (isSeen || (mayPay && mayContain(content, call, trace)))
      return { kind: 'unknown', why: 'in-another', hash }
    return { kind: 'not-paid', why: isRejection ? 'rejected' : 'replaced', hash }
  }
  return judgedIn(proposal).map(judge)
}

/**
 * Whether the effect of a row that is no rejection is known completely: a transfer, or a change of owners, threshold
 * or modules, which pays nobody. A new singleton could do anything in a later row.
 */
function isKnownContent({ meaning, value }: ProposalRow): boolean {
  if (meaning.kind === 'transfer') return true
  if (meaning.kind !== 'known' || meaning.call.kind !== 'settings' || value > 0n) return false
  return meaning.call.name !== null && meaning.call.name !== 'changeMasterCopy'
}

/** Whether a transaction's gas refund may go to the payee, in the token of the payment. */
function mayRefund(tx: SafeTx.SafeTx, call: Call): boolean {
  const refund = gasRefund(tx)
  const wanted = asTransfer(call)
  if (!wanted || tx.gasPrice === 0n || refund.kind !== 'other') return false
  // Without a receiver it goes to whoever sent the transaction.
  return (
    isAddressEqual(tx.gasToken, wanted.token ?? zeroAddress) &&
    (refund.to === null || isAddressEqual(refund.to, wanted.to))
  )
}

/**
 * Whether the transaction executed instead may contain the payment, as a row or inside an undecodable call.
 */
function mayContain(
  { rows }: ReturnType<typeof decodeProposal>,
  call: Call,
  trace: TransferTrace | null,
): boolean {
  const wanted = asTransfer(call)
  if (!wanted) return true
  const isRow = rows.some(
    ({ meaning }) =>
      meaning.kind === 'transfer' &&
      meaning.to.toLowerCase() === wanted.to.toLowerCase() &&
      (meaning.amount.token.address ?? '').toLowerCase() === (wanted.token ?? '').toLowerCase(),
  )
  if (isRow) return true
  const isOpaque = rows.some((row) => !isKnownContent(row))
  return isOpaque && !(isPinned(call) && trace?.kind === 'none')
}
