import type { ReviewedProposal } from '#safe/proposal/reviewed.ts'
import { type Attempt, submissionOf } from './Attempt.ts'

const none: readonly ReviewedProposal[] = []

/** The ledger gives the same list until it changes. */
const known = new WeakMap<readonly Attempt[], ReadonlyMap<string, readonly ReviewedProposal[]>>()

/** Everything reviewed in this browser that became a proposal. Records of a backup file were not reviewed here. */
export function reviewedProposals(
  attempts: readonly Attempt[],
): (safeTxHash: string) => readonly ReviewedProposal[] {
  const found = known.get(attempts) ?? byHash(attempts)
  known.set(attempts, found)
  return (safeTxHash) => found.get(safeTxHash.toLowerCase()) ?? none
}

function byHash(attempts: readonly Attempt[]): ReadonlyMap<string, readonly ReviewedProposal[]> {
  const found = new Map<string, ReviewedProposal[]>()
  for (const attempt of attempts) {
    const submission = attempt.restored ? null : submissionOf(attempt)
    if (submission?.kind !== 'proposed') continue
    const key = submission.safeTxHash.toLowerCase()
    const one = { calls: attempt.calls, inLargerBatch: submission.inLargerBatch, at: attempt.at }
    found.set(key, [...(found.get(key) ?? []), one])
  }
  return found
}
