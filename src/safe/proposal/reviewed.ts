import type { Call } from '#chain/money/Call.ts'
import { gasRefund } from '#safe/tx/gasRefund.ts'
import { callDifferences, missingCallWords, placesOf } from '#safe/tx/signedFields.ts'
import { isSpent, type ProposalReport } from './ProposalReport.ts'

/** The calls that a person reviewed before a proposal was made. With `inLargerBatch`, they are part of a larger batch. */
type Reviewed = { readonly calls: readonly Call[]; readonly inLargerBatch: boolean }

/** A review in this browser from before a proposal was made. */
export type ReviewedProposal = Reviewed & {
  /** When it was requested, ms by this device's clock. */
  readonly at: number
}

/**
 * The differences of a proposal from its review, one sentence each. Safe{Wallet} may have added its network fee,
 * which is shown and is not a difference.
 */
export function reviewDifferences(
  { tx, content }: Pick<ProposalReport, 'tx' | 'content'>,
  { calls, inLargerBatch }: Reviewed,
): readonly string[] {
  const its = inLargerBatch ? missingIn(content, calls) : callDifferences(tx, calls)
  return gasRefund(tx).kind === 'other' ? [...its, 'It pays a gas refund out of the Safe.'] : its
}

function missingIn(content: ProposalReport['content'], calls: readonly Call[]): readonly string[] {
  return transferPlaces(content, calls).flatMap((place, at) => {
    const call = calls[at]
    return place < 0 && call ? [missingCallWords(at, call)] : []
  })
}

/** The index of each call among the transfers of a proposal, with each transfer used once; -1 for a missing call. */
export function transferPlaces(
  { rows }: ProposalReport['content'],
  calls: readonly Call[],
): readonly number[] {
  return placesOf(
    rows.filter(({ meaning }) => meaning.kind === 'transfer'),
    calls,
  )
}

/**
 * The report, with the comparison with the review among its checks, so that every page judges a proposal alike. A
 * proposal that can send nothing any more is not compared.
 */
export function withReviewed(report: ProposalReport, reviewed: readonly Reviewed[]): ProposalReport {
  if (reviewed.length === 0 || isSpent(report)) return report
  const found = new Set(reviewed.flatMap((one) => reviewDifferences(report, one)))
  const checks = [...found].map((words) => ({ result: 'different' as const, words }))
  const same = { result: 'same' as const, words: 'It pays what was reviewed in this browser.' }
  return { ...report, checks: [...report.checks, ...(checks.length > 0 ? checks : [same])] }
}
