import type { Submission } from '#account/Account.ts'
import type { Call } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { readSettlement } from '#chain/settlement/settlement.ts'
import { executedTx, readExecutions } from '#safe/proposal/executionOf.ts'
import { differences, type ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { type ProposalParts, readProposal } from '#safe/proposal/readProposal.ts'
import { safeStatus } from '#safe/proposal/safeStatus.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import { readSafe } from '#safe/tx/SafeContract.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { callDifferences } from '#safe/tx/signedFields.ts'

type Proposed = Extract<Submission, { kind: 'proposed' }>

/** Number of nonces to try for a proposal that no source reports, counting back from the Safe's nonce. */
const TRIED = 50n

/**
 * The status of each payment of a proposal, in the order of its calls. Reports are checked as on the proposal
 * page and compared with what was reviewed.
 * @throws PortalError when no source or node answered
 */
export async function proposedStatus(
  parts: ProposalParts,
  submission: Submission,
  signal: AbortSignal,
): Promise<readonly PaymentStatus[]> {
  const { calls } = submission
  const all = (status: PaymentStatus) => calls.map(() => status)
  if (submission.kind !== 'proposed') return all({ kind: 'unknown', why: 'not-ours', hash: null })
  const { safeTxHash } = submission
  const report = await readProposal(parts, safeTxHash, signal)
  if (report === null) return untold(parts, submission)
  if (report.version === null) {
    if (report.isDeployed === false) return all({ kind: 'unknown', why: 'not-deployed', hash: null })
    throw new PortalError('unreachable', 'Can’t reach BNB Smart Chain.')
  }
  // Whatever its fields are, a proposal whose nonce was proven used for a rejection can send nothing any more.
  const rejected = report.payments.every((one) => one.kind === 'not-paid' && one.why === 'rejected')
  if (rejected) return all(report.status)
  const found = [...differences(report), ...reviewDifferences(report, submission)]
  if (found.length > 0) return all({ kind: 'mismatch', differences: [...new Set(found)] })
  if (report.status.kind === 'unknown' && report.status.why === 'unread') {
    throw new PortalError('unreachable', 'Can’t reach BNB Smart Chain.')
  }
  return ofCalls(report, calls)
}

/**
 * The differences from what was reviewed. Safe{Wallet} may have added its network fee, which is shown and is
 * not a difference.
 */
function reviewDifferences(report: ProposalReport, { calls, among }: Proposed): readonly string[] {
  const refund = report.refund.kind === 'other' ? ['It pays a gas refund out of the Safe.'] : []
  const missing = among ? missingIn(report, calls) : callDifferences(report.tx, calls)
  return [...missing, ...refund]
}

/** The calls that are missing from the transfers of a proposal. */
function missingIn(report: Pick<ProposalReport, 'content'>, calls: readonly Call[]): readonly string[] {
  const missing = placesOf(report, calls).filter((place) => place < 0).length
  return missing > 0 ? [`${missing} of its payments are not in it any more.`] : []
}

/**
 * The index of each call among the transfers of a proposal, with each transfer used once; -1 for a missing
 * call.
 */
function placesOf({ content }: Pick<ProposalReport, 'content'>, calls: readonly Call[]): readonly number[] {
  const keys = content.rows.flatMap((row) => (row.meaning.kind === 'transfer' ? [keyOf(row)] : []))
  return calls.map((call) => {
    const place = keys.indexOf(keyOf(call))
    if (place >= 0) keys[place] = ''
    return place
  })
}

function keyOf({ to, value, data }: Call): string {
  return `${to} ${value} ${data}`.toLowerCase()
}

function ofCalls(report: ProposalReport, calls: readonly Call[]): readonly PaymentStatus[] {
  return placesOf(report, calls).map((place) => report.payments[place] ?? report.status)
}

/**
 * No source lists the proposal. It may not be indexed yet, or someone who kept the signatures executed it
 * after it was deleted from the queue. In that case the Safe's own event shows the execution, and its
 * calldata shows the content.
 */
async function untold({ rpc }: ProposalParts, submission: Proposed): Promise<readonly PaymentStatus[]> {
  const { safe, safeTxHash, calls } = submission
  const pending: PaymentStatus = { kind: 'pending', hash: null }
  const reported = await readExecutions(rpc, safe).catch(() => [])
  const found = reported.find((one) => one.safeTxHash === safeTxHash.toLowerCase())
  if (!found) return calls.map(() => pending)
  const [state, settlement] = await Promise.all([readSafe(rpc, safe), readSettlement(rpc, found.hash)])
  const waiting: PaymentStatus = { kind: 'pending', hash: found.hash }
  if (state === null || settlement.kind === 'missing' || !settlement.sent) return calls.map(() => waiting)
  const { version, nonce, threshold } = state
  for (let tried = nonce; tried > 0n && nonce - tried < TRIED; tried--) {
    const tx = executedTx(settlement.sent, safe, tried - 1n)
    if (!tx || SafeTx.hash(safe, tx, version) !== safeTxHash.toLowerCase()) continue
    const differing = submission.among
      ? missingIn({ content: decodeProposal(safe, tx) }, calls)
      : callDifferences(tx, calls)
    if (differing.length > 0) return calls.map(() => ({ kind: 'mismatch', differences: differing }))
    const proposal = { safe, safeTxHash, tx, version, calls }
    const leads = { hash: found.hash, executedAt: async () => [] }
    return safeStatus(rpc, proposal, { nonce, threshold, signed: 0 }, leads)
  }
  return calls.map(() => ({ kind: 'unknown', why: 'not-visible', hash: found.hash }))
}
