import { isAddressEqual } from 'viem'
import type { Submission } from '#account/Submission.ts'
import type { Call } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { readSettlement } from '#chain/settlement/settlement.ts'
import { executedAtBy, type ProposalParts, readProposal } from '#safe/proposal/checkProposal.ts'
import { executedTx, findExecution } from '#safe/proposal/executionOf.ts'
import { differences, isSpent, type ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { reviewDifferences, transferPlaces, withReviewed } from '#safe/proposal/reviewed.ts'
import { safeStatus } from '#safe/proposal/safeStatus.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import { encodeProposal } from '#safe/tx/encodeProposal.ts'
import { readSafe } from '#safe/tx/SafeContract.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'

type Proposed = Extract<Submission, { kind: 'proposed' }>

/** Number of nonces to try for a proposal that no source reports, counting back from the Safe's nonce. */
const TRIED = 50n

/**
 * The status of each payment of a proposal, in the order of its calls. Reports are checked as on the proposal page
 * and compared with the review.
 * @throws PortalError when no source or node answered
 */
export async function proposedStatus(
  parts: ProposalParts,
  submission: Submission,
  signal: AbortSignal,
): Promise<readonly PaymentStatus[]> {
  const statuses = await judge(parts, submission, signal)
  const since = submission.kind === 'proposed' ? (submission.since ?? null) : null
  return since === null
    ? statuses
    : Promise.all(statuses.map((status) => unlessOlder(parts.rpc, since, status)))
}

/**
 * A host that answers with an old proposal would make a new payment look paid, or not paid while the new proposal
 * waits.
 */
async function unlessOlder(rpc: Rpc, since: bigint, status: PaymentStatus): Promise<PaymentStatus> {
  const hash = 'hash' in status ? status.hash : null
  if (hash === null || status.kind === 'unknown') return status
  const settlement = await readSettlement(rpc, hash)
  const isOlder = settlement.kind !== 'missing' && settlement.receipt.blockNumber <= since
  return isOlder ? { kind: 'unknown', why: 'older', hash } : status
}

async function judge(
  parts: ProposalParts,
  submission: Submission,
  signal: AbortSignal,
): Promise<readonly PaymentStatus[]> {
  const { calls } = submission
  const all = (status: PaymentStatus) => calls.map(() => status)
  if (submission.kind !== 'proposed' || !isAddressEqual(submission.safe, parts.address)) {
    return all({ kind: 'unknown', why: 'not-ours', hash: null })
  }
  const { safeTxHash } = submission
  const report = await readProposal(parts, safeTxHash, signal)
  if (report === null) return untold(parts, submission, signal)
  if (report.version === null) {
    if (report.isDeployed === false) return all({ kind: 'unknown', why: 'not-deployed', hash: null })
    throw new PortalError('unreachable', 'Can’t reach BNB Smart Chain.')
  }
  // Whatever its fields are, it can send nothing any more. What used its nonce may hold the payments that were reviewed.
  if (isSpent(report)) return spentStatuses(parts, report, calls, signal)
  const found = differences(withReviewed(report, [submission]))
  if (found.length > 0) return all({ kind: 'mismatch', differences: [...new Set(found)] })
  if (report.status.kind === 'unknown' && report.status.why === 'unread') {
    throw new PortalError('unreachable', 'Can’t reach BNB Smart Chain.')
  }
  return ofCalls(report, calls)
}

async function spentStatuses(
  { rpc, address, sources }: ProposalParts,
  { safe, safeTxHash, tx, version, status }: ProposalReport,
  calls: readonly Call[],
  signal: AbortSignal,
): Promise<readonly PaymentStatus[]> {
  const isFailed = status.kind === 'not-paid' && status.why === 'failed'
  if (isFailed || version === null) return calls.map(() => status)
  const progress = { nonce: tx.nonce + 1n, threshold: 1, signed: 0 }
  const leads = { hash: null, executedAt: executedAtBy({ address, sources }, signal) }
  return safeStatus(rpc, { safe, safeTxHash, tx, version, calls }, progress, leads)
}

function ofCalls(report: ProposalReport, calls: readonly Call[]): readonly PaymentStatus[] {
  return transferPlaces(report.content, calls).map((place) => report.payments[place] ?? report.status)
}

/**
 * No source lists the proposal. It may not be indexed yet, or it was deleted from the queue, and somebody who kept the
 * signatures executed it, or another proposal used its nonce. The Safe's own event shows an execution. The fields are
 * those of the review, or those in the calldata, at the nonce that gives the same hash.
 */
async function untold(
  { rpc, address, sources }: ProposalParts,
  submission: Proposed,
  signal: AbortSignal,
): Promise<readonly PaymentStatus[]> {
  const { safe, safeTxHash, calls } = submission
  const all = (status: PaymentStatus) => calls.map(() => status)
  const [found, state] = await Promise.all([
    findExecution(rpc, safe, safeTxHash).catch(() => null),
    readSafe(rpc, safe),
  ])
  const settlement = found && (await readSettlement(rpc, found.hash))
  const sent = settlement && settlement.kind !== 'missing' ? settlement.sent : null
  if (state === null) return all({ kind: 'pending', hash: found?.hash ?? null })
  const { version, nonce, threshold } = state
  const reviewed = reviewedTx(submission, version)
  for (let tried = nonce; tried > 0n && nonce - tried < TRIED; tried--) {
    const own = tried - 1n
    const tx = [reviewed && { ...reviewed, nonce: own }, sent && executedTx(sent, safe, own)].find(
      (one) => one && SafeTx.hash(safe, one, version) === safeTxHash.toLowerCase(),
    )
    if (!tx) continue
    const differing = reviewDifferences({ tx, content: decodeProposal(safe, tx) }, submission)
    if (differing.length > 0) return all({ kind: 'mismatch', differences: differing })
    const proposal = { safe, safeTxHash, tx, version, calls }
    const leads = { hash: found?.hash ?? null, executedAt: executedAtBy({ address, sources }, signal) }
    return safeStatus(rpc, proposal, { nonce, threshold, signed: 0 }, leads)
  }
  return all(
    found && sent
      ? { kind: 'unknown', why: 'not-visible', hash: found.hash }
      : { kind: 'pending', hash: found?.hash ?? null },
  )
}

/** The fields of what was reviewed, without its nonce, as a Safe of this version is asked for it; null if unknown. */
function reviewedTx({ safe, calls, inLargerBatch }: Proposed, version: string): SafeTx.SafeTx | null {
  try {
    return inLargerBatch ? null : encodeProposal({ safe, version }, calls, 0n)
  } catch {
    return null
  }
}
