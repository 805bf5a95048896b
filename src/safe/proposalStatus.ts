import type { Rpc } from '#chain/Rpc.ts'
import { missingTransfers, readSettlement, type Settlement } from '#chain/settlement.ts'
import type { Asked, Told } from './checkProposal.ts'
import type { ProposalContent } from './decodeProposal.ts'
import { executionOf } from './executionOf.ts'
import type { Check, ProposalStatus, Signer } from './ProposalReport.ts'
import type { ProposalFacts } from './proposalReads.ts'
import type { SafeTx } from './SafeTx.ts'

export type Standing = { readonly status: ProposalStatus; readonly check: Check | null }

/**
 * Where a proposal stands: the chain's nonce, receipts and owners decide, the service only says which transaction to
 * look at. Never throws: without the chain it is `told`.
 */
export async function proposalStatus(
  rpc: Rpc,
  asked: Asked,
  told: Told,
  tx: SafeTx,
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
  if (used) {
    if (txStatus !== 'CANCELLED') return { status: { kind: 'processing', hash: null }, check: null }
    return { status: await overtaken(told, tx.nonce), check: null }
  }
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
  const counting = signers.filter(({ isOwner, proof }) => isOwner && proof !== 'wrong')
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
  hash: `0x${string}`,
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

/** Something else has used the nonce: a rejection cancels, anything else replaces. */
async function overtaken(told: Told, nonce: bigint): Promise<ProposalStatus> {
  try {
    const [winner] = await told.executedAt(nonce)
    if (winner) return { kind: winner.rejection ? 'cancelled' : 'replaced', hash: winner.hash }
  } catch {
    // Which of the two is only a nicety; that it can never be paid is certain.
  }
  return { kind: 'replaced', hash: null }
}
