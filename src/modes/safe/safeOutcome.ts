import type { Outcome, Submission } from '#account/Submission.ts'
import type { Address } from '#chain/Address.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { missingTransfers, readSettlement } from '#chain/settlement.ts'
import type { TransactionDetails } from '#safe/detailsDocument.ts'
import { executionOf } from '#safe/executionOf.ts'
import { readSafe } from '#safe/SafeContract.ts'
import type { SafeSource } from '#safe/SafeSource.ts'
import { verifyDetails } from '#safe/verifyDetails.ts'
import type { HostChannel } from './hostChannel.ts'

type Proposed = Extract<Submission, { kind: 'proposed' }>

/**
 * Where a proposal stands. Owners, threshold, nonce and execution come from the chain; host and gateway only say who
 * has signed and which transaction to look at, and both are compared with what was reviewed.
 */
export async function safeOutcome(
  parts: { address: Address; host: Pick<HostChannel, 'details'>; gateway: SafeSource; rpc: Rpc },
  submission: Proposed,
  signal: AbortSignal,
): Promise<Outcome> {
  const { host, gateway, rpc } = parts
  const { safe, safeTxHash, calls } = submission
  const [state, details] = await Promise.all([
    readSafe(rpc, safe),
    host.details(safeTxHash).then((found) => found ?? gateway.transaction(safeTxHash, signal)),
  ])
  if (state === null) return { kind: 'unknown', reason: 'This Safe is not on the chain yet.' }
  if (details === null) return { kind: 'waiting', hash: null }
  const differences = verifyDetails(details, { safe, safeTxHash, calls, version: state.version })
  if (differences.length > 0) return { kind: 'mismatch', differences }
  if (details.txHash) return executed(rpc, submission, details.txHash)
  return pending(details, state)
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
      ? {
          kind: 'replaced',
          reason: `The Safe has used nonce ${info.nonce} for another transaction. Look in Activity before you pay again.`,
        }
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
