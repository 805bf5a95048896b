import type { Payout } from '#account/payout/Payout.ts'
import * as Amount from '#chain/Amount.ts'
import * as Token from '#chain/Token.ts'
import { csvLine, marked } from '#ui/file/csvCells.ts'
import { newDraft, type PayoutDraft, tokenCell } from './payoutDraft.ts'

/** The rows of a payout that was asked for as a draft of the same rows. Nothing of it has been confirmed. */
export function draftOfPayout({ rows }: Pick<Payout, 'rows'>): PayoutDraft {
  const lines = rows.map(({ payee, amount, reference, note }) =>
    csvLine([
      payee,
      Amount.toDecimal(amount),
      tokenCell(amount.token),
      marked(reference ?? ''),
      marked(note ?? ''),
    ]),
  )
  // The notes have no title, which would become part of them.
  const text = [csvLine(['receiver', 'amount', 'token', 'reference', '']), ...lines, ''].join('\r\n')
  const tokens = new Map(rows.map(({ amount }) => [Token.key(amount.token), amount.token]))
  return {
    ...newDraft(text),
    options: {
      ...{ separator: ',', style: 'plain', header: true, token: null },
      mapping: { payee: 0, amount: 1, token: 2, tokenType: null, reference: 3 },
    },
    tokens: [...tokens.values()].filter(({ address }) => Token.find(address) === undefined),
  }
}
