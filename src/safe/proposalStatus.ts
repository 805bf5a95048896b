import type { Address, Hash } from 'viem'
import { getReceipt } from '#chain/questions.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { missingTransfers, readSettlement, type Settlement } from '#chain/settlement.ts'
import type { Asked, Told } from './checkProposal.ts'
import { decodeProposal, type ProposalContent } from './decodeProposal.ts'
import { readExecutedTx } from './executedContent.ts'
import { executionOf } from './executionOf.ts'
import type { Check, ProposalStatus, Signer } from './ProposalReport.ts'
import type { ProposalFacts } from './proposalReads.ts'
import * as SafeTx from './SafeTx.ts'

export type Standing = { readonly status: ProposalStatus; readonly check: Check | null }

/**
 * Where a proposal stands: the chain's nonce, receipts and owners decide, the service only says which transaction to
 * look at. Never throws: without the chain it is `told`.
 */
export async function proposalStatus(
  rpc: Rpc,
  asked: Asked,
  told: Told,
  tx: SafeTx.SafeTx,
  { state }: ProposalFacts,
  signers: readonly Signer[],
  content: ProposalContent,
): Promise<Standing> {
  const { txHash, txStatus } = told.details
  if (txHash) return executed(rpc, asked, txHash, content)
  if (state === null) return { status: { kind: 'told', words: toldWords[txStatus] }, check: null }
  const used = state.nonce > tx.nonce
  if (txStatus === 'SUCCESS' || txStatus === 'FAILED') {
    return {
      status: { kind: 'told', words: toldWords[txStatus] },
      check: { result: 'different', words: 'The service calls it executed and names no transaction for it.' },
    }
  }
  if (used) return overtaken(rpc, asked, told, tx.nonce, state.version, content)
  const check: Check =
    txStatus === 'CANCELLED'
      ? {
          result: 'different',
          words: `The service calls it cancelled; the chain has not used nonce ${tx.nonce}.`,
        }
      : {
          result: 'same',
          words: `Nonce ${tx.nonce} is not used yet; the next one of the Safe on the chain is ${state.nonce}.`,
        }
  // What nobody has shown does not make it ready.
  const counting = signers.filter(({ isOwner, proof }) => isOwner && proof === 'proven')
  const have = new Set(counting.map(({ address }) => address)).size
  const need = state.threshold
  return { status: { kind: have < need ? 'awaiting' : 'ready', have, need }, check }
}

const toldWords = {
  AWAITING_CONFIRMATIONS: 'Waits for signatures',
  AWAITING_EXECUTION: 'Ready to execute',
  CANCELLED: 'Cancelled or replaced',
  FAILED: 'Failed',
  SUCCESS: 'Executed',
  UNKNOWN: 'Not known',
} as const

async function executed(
  rpc: Rpc,
  { safe, safeTxHash }: Asked,
  hash: Hash,
  content: ProposalContent,
): Promise<Standing> {
  let settlement: Settlement
  try {
    settlement = await readSettlement(rpc, hash)
  } catch {
    return {
      status: { kind: 'told', words: 'Executed' },
      check: { result: 'unknown', words: `The transaction ${hash} could not be read from the chain.` },
    }
  }
  if (settlement.kind === 'missing') {
    return {
      status: { kind: 'processing', hash },
      check: {
        result: 'unknown',
        words: `The service says executed; the chain does not know ${hash} (yet).`,
      },
    }
  }
  const { receipt } = settlement
  const execution = executionOf(receipt, safe, safeTxHash)
  if (execution === 'absent') {
    return {
      status: { kind: 'told', words: 'Executed' },
      check: { result: 'different', words: `The transaction ${hash} does not execute this proposal.` },
    }
  }
  const check: Check = { result: 'same', words: `The Safe’s own event in ${hash} says what became of it.` }
  if (execution === 'failure') return { status: { kind: 'failed', hash }, check }
  // Other tokens may take a fee on the way, and move less than was asked for.
  const calls = content.rows.filter(({ meaning }) => meaning.kind === 'transfer' && meaning.isPinned)
  const missing = missingTransfers(receipt, safe, calls)
  if (missing.length > 0) {
    const words = `${missing.length} of its token transfers left no trace in ${hash}.`
    return { status: { kind: 'failed', hash }, check: { result: 'unknown', words } }
  }
  return { status: { kind: settlement.kind === 'final' ? 'success' : 'processing', hash }, check }
}

/**
 * Its nonce is used, and the service names no transaction for it. Who used the nonce is read from the calldata of the
 * transaction that is named for it: a rejection cancels, anything else replaces, and it may be the proposal itself.
 */
async function overtaken(
  rpc: Rpc,
  asked: Asked,
  told: Told,
  nonce: bigint,
  version: string,
  content: ProposalContent,
): Promise<Standing> {
  const isTold = told.details.txStatus === 'CANCELLED'
  const [winner] = await told.executedAt(nonce).catch(() => [])
  if (!winner?.hash) {
    if (!winner && !isTold) return { status: { kind: 'processing', hash: null }, check: null }
    const words = `Nonce ${nonce} is used; nobody told which transaction used it.`
    const kind = winner?.rejection ? 'cancelled' : 'replaced'
    return { status: { kind, hash: null }, check: { result: 'unknown', words } }
  }
  const { hash } = winner
  const own = await executed(rpc, asked, hash, content)
  if (own.check?.result === 'same' || own.status.kind === 'failed' || own.status.kind === 'success') {
    const words = `The service calls it cancelled; ${hash} executed it.`
    return isTold ? { status: own.status, check: { result: 'different', words } } : own
  }
  const won = await executedOther(rpc, asked.safe, hash, nonce, version).catch(() => null)
  const rejection = won ? won.rows[0]?.meaning.kind === 'rejection' : winner.rejection
  const check: Check = won
    ? { result: 'same', words: `Another transaction of the Safe used nonce ${nonce}, in ${hash}.` }
    : { result: 'unknown', words: `That ${hash} used nonce ${nonce} could not be read from the chain.` }
  return { status: { kind: rejection ? 'cancelled' : 'replaced', hash }, check }
}

/** What the Safe executed with a nonce in a transaction; null when its own event does not say so. */
async function executedOther(
  rpc: Rpc,
  safe: Address,
  hash: Hash,
  nonce: bigint,
  version: string,
): Promise<ProposalContent | null> {
  const [tx, receipt] = await Promise.all([readExecutedTx(rpc, safe, hash, nonce), getReceipt(rpc, hash)])
  if (!tx || !receipt) return null
  const proven = executionOf(receipt, safe, SafeTx.hash(safe, tx, version)) !== 'absent'
  return proven ? decodeProposal(safe, tx) : null
}
