import { hashMessage } from 'viem'
import { equal } from '#chain/money/Address.ts'
import { useKeptProofs } from '#components/stored/useKept.ts'
import { handleText } from '#domain/proof/Handle.ts'
import type { KeptProof } from '#domain/proof/keptProofs.ts'
import { proofMessage } from '#domain/proof/proofMessage.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'

/** Finds the proof of this browser that a proposal signs, by the hash of its text; null for any other proposal. */
export function useOwnProof(): (report: ProposalReport) => KeptProof | null {
  const { items } = useKeptProofs()
  return ({ safe, content }) => {
    const [row] = content.rows
    if (content.rows.length !== 1 || row?.meaning.kind !== 'signature') return null
    const { hash } = row.meaning
    const isSigned = ({ proof }: KeptProof) =>
      equal(proof.address, safe) && hashMessage(proofMessage(proof)) === hash.toLowerCase()
    return items.find(isSigned) ?? null
  }
}

/** The same report without the warning about an unknown text, because this browser wrote the text. */
export function withoutTextFlag(report: ProposalReport): ProposalReport {
  const [row] = report.content.rows
  if (row?.meaning.kind !== 'signature') return report
  const { hash } = row.meaning
  return { ...report, flags: report.flags.filter(({ words }) => !words.includes(hash)) }
}

/** The title of a proposal that signs a proof of this browser. */
export function proofTitle({ proof }: KeptProof): string {
  return `Signs your proof ${handleText(proof.handle)}`
}
