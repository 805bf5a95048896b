import * as Token from '#chain/money/Token.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { type RedFlag, worstFirst } from '#safe/proposal/redFlags.ts'
import { payeeFault, payeeFaultText } from './checkPayee.ts'

/**
 * Flags every payee that the portal itself refuses to pay, because the money would be lost. The proposal may have been made
 * elsewhere, without this check.
 */
export function withPayeeFaults(report: ProposalReport): ProposalReport {
  const { rows } = report.content
  const flags = rows.flatMap(({ meaning, path }): RedFlag[] => {
    if (meaning.kind !== 'transfer') return []
    const { token } = meaning.amount
    const paid = { ...token, symbol: meaning.isPinned ? token.symbol : 'unverified' }
    const fault = payeeFault(meaning.to, { payer: null, tokens: new Map([[Token.key(token), paid]]) })
    // A token contract either gives tokens for BNB or refuses it.
    if (!fault || (fault.kind === 'token-contract' && token.address === null)) return []
    const where = rows.length > 1 ? `Row ${path}: ` : ''
    return [{ level: 'danger', words: `${where}pays ${meaning.to}. ${payeeFaultText(fault)}` }]
  })
  return flags.length === 0 ? report : { ...report, flags: worstFirst([...flags, ...report.flags]) }
}
