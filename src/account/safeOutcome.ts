import type { Address } from '#chain/Address.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { missingTransfers, readSettlement } from '#chain/settlement.ts'
import type { TransactionDetails } from '#safe/detailsDocument.ts'
import { executionOf } from '#safe/executionOf.ts'
import { firstAnswer } from '#safe/firstAnswer.ts'
import { readSafe } from '#safe/SafeContract.ts'
import type { SafeSource } from '#safe/SafeSource.ts'
import type { SafeTxHash } from '#safe/SafeTx.ts'
import { verifyDetails } from '#safe/verifyDetails.ts'
import type { Outcome, Submission } from './Submission.ts'

type Proposed = Extract<Submission, { kind: 'proposed' }>

/** A Safe's host, where there is one: it is asked first for a proposal. Null when it does not know it. */
export type ProposalHost = {
  readonly details: (safeTxHash: SafeTxHash) => Promise<TransactionDetails | null>
}

/**
 * Where a proposal stands. Owners, threshold, nonce and execution come from the chain; host and services only say who
 * has signed and which transaction to look at, and both are compared with what was reviewed.
 */
export async function safeOutcome(
  parts: { readonly host?: ProposalHost; readonly sources: readonly SafeSource[]; readonly rpc: Rpc },
  submission: Proposed,
  signal: AbortSignal,
): Promise<Outcome> {
  const { host, sources, rpc } = parts
  const { safe, safeTxHash, calls } = submission
  const [state, details] = await Promise.all([
    readSafe(rpc, safe),
    (async () =>
      (await host?.details(safeTxHash)) ??
      (await firstAnswer(sources, (source) => source.transaction(safeTxHash, signal)))?.answer ??
      null)(),
  ])
  if (state === null) return { kind: 'unknown', reason: 'This Safe is not on the chain yet.' }
  if (details === null) return { kind: 'waiting', hash: null }
  const differences = verifyDetails(details, { safe, safeTxHash, calls, version: state.version })
  if (differences.length > 0) return { kind: 'mismatch', differences }
  if (details.txHash) return executed(rpc, submission, details.txHash)
  const outcome = pending(details, state)
  if (outcome.kind === 'waiting' && (await usedByOther(sources, details, signal))) return replaced(details)
  return outcome
}

async function executed(
  rpc: Rpc,
  { safe, safeTxHash, calls }: Proposed,
  hash: `0x${string}`,
): Promise<Outcome> {
  const settlement = await readSettlement(rpc, hash)
  if (settlement.kind === 'missing') return { kind: 'waiting', hash }
  const final = settlement.kind === 'final'
  switch (executionOf(settlement.receipt, safe, safeTxHash)) {
    case 'absent':
      return {
        kind: 'mismatch',
        differences: [`The transaction ${hash} does not execute this proposal.`],
      }
    case 'failure':
      return {
        kind: 'failed',
        hash,
        reason: 'The Safe executed it, and the payment inside failed. No money moved.',
        final,
      }
    case 'success':
      break
  }
  const missing = missingTransfers(settlement.receipt, safe, calls)
  if (missing.length > 0) {
    const fates = calls.map((call) => (missing.includes(call) ? 'not-paid' : 'paid'))
    const reason = `${missing.length} of its token transfers did not happen.`
    return { kind: 'failed', hash, reason, final, fates }
  }
  return final ? { kind: 'done', hash } : { kind: 'confirming', hash }
}

function pending(
  details: TransactionDetails,
  state: { owners: readonly Address[]; threshold: number; nonce: bigint },
): Outcome {
  const info = details.detailedExecutionInfo
  const used = state.nonce > info.nonce
  if (details.txStatus === 'CANCELLED') {
    // Only together do they mean it: the chain knows that the nonce is used, the service by which transaction.
    return used
      ? replaced(details)
      : {
          kind: 'unknown',
          reason: `The Safe service calls it cancelled, but the chain has not used nonce ${info.nonce}.`,
        }
  }
  // The chain is ahead of the service while that indexes.
  if (used) return { kind: 'waiting', hash: null }
  const owners = new Set(state.owners.map((owner) => owner.toLowerCase()))
  const signers = new Set(info.confirmations.map(({ signer }) => signer.toLowerCase()))
  const have = [...signers].filter((signer) => owners.has(signer)).length
  const need = state.threshold
  return have < need ? { kind: 'needs-signatures', have, need } : { kind: 'ready-to-execute', have, need }
}

function replaced({ detailedExecutionInfo: { nonce } }: TransactionDetails): Outcome {
  const reason = `The Safe has used nonce ${nonce} for another transaction. Look in Activity before you pay again.`
  return { kind: 'replaced', reason }
}

/** A transaction service calls nothing cancelled, but tells what was executed with a nonce. */
async function usedByOther(
  sources: readonly SafeSource[],
  { safeAddress, detailedExecutionInfo: { nonce, safeTxHash } }: TransactionDetails,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await firstAnswer(sources, async (source) => {
    const told = await source.executedAt(safeAddress, nonce, signal)
    const executed = told.filter(
      ({ executionInfo }) => executionInfo?.type === 'MULTISIG' && executionInfo.nonce === nonce,
    )
    return executed.length > 0 ? executed : null
  }).catch(() => null)
  return found?.answer.every(({ id }) => !id.toLowerCase().endsWith(safeTxHash)) ?? false
}
