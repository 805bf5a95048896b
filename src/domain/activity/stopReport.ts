import type { Address } from '#chain/money/Address.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import type { ReviewedProposal } from '#safe/proposal/reviewed.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { callWords } from '#safe/tx/signedFields.ts'

/** A proposal that must not be signed. */
export type Stopped = {
  readonly safe: Address
  readonly safeTxHash: SafeTxHash
  readonly differences: readonly string[]
  /** This browser's reviews under that safeTxHash. */
  readonly reviewed: readonly ReviewedProposal[]
  /** The proposal's content; null until it is read. */
  readonly report: ProposalReport | null
}

/**
 * A plain text with which the other owners can judge a stop for themselves: which proposal, what was reviewed and
 * what it contains, with whole addresses and UTC times.
 * @param now ms since the epoch
 */
export function stopReport(
  { safe, safeTxHash, differences, reviewed, report }: Stopped,
  now: number,
): string {
  return [
    'Do not sign this proposal',
    `Safe: ${safe} (BNB Smart Chain)`,
    `safeTxHash: ${safeTxHash}`,
    ...(report ? [`Nonce: ${report.tx.nonce}`] : []),
    `Seen: ${utc(now)}`,
    '',
    'What differs:',
    ...differences.map((words) => `- ${words}`),
    ...reviewed.flatMap(({ at, calls, inLargerBatch }) => [
      '',
      `Reviewed in this browser and proposed ${utc(at)}${inLargerBatch ? ', as a part of a batch' : ''}:`,
      ...calls.map((call, index) => `${index + 1}. ${callWords(call)}`),
    ]),
    ...(report
      ? [
          '',
          `What the ${report.source} reports under this safeTxHash:`,
          ...report.content.rows.map((row) => `${row.path}. ${callWords(row)}`),
          '',
          'All checks:',
          ...report.checks.map(({ result, words, evidence = '' }) =>
            `${result}: ${words} ${evidence}`.trim(),
          ),
        ]
      : []),
  ].join('\n')
}

function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
