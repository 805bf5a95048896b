import { toHex } from 'viem'
import { sameList } from '#chain/money/Call.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { plainCalls } from '#safe/tx/signedFields.ts'
import { storedChanged } from '#storage/persisted.ts'
import { ANSWER_LIFE, awaitsAnswer, submissionOf } from './Attempt.ts'
import type { Ledger } from './ledger.ts'

/**
 * Records in the ledger of the Safe that an owner signed or executed a proposal here, with its payments: from now on
 * it counts as reviewed here. Nothing is recorded twice, nor beside a request of the same content whose answer the
 * proposal may be.
 * @param now ms since the epoch
 */
export function recordSigned(ledger: Ledger, report: ProposalReport, now: number): void {
  const { safe, safeTxHash, tx, content } = report
  const { attempts } = ledger.list()
  const isPayment = content.rows.every(({ meaning }) => meaning.kind === 'transfer')
  const calls = isPayment ? plainCalls(tx) : null
  if (calls === null) return
  const isRecorded = attempts.some((attempt) => {
    if (attempt.restored) return false
    // An older request cannot be answered by it.
    if (awaitsAnswer(attempt)) return attempt.at >= now - ANSWER_LIFE && sameList(attempt.calls, calls)
    const submission = submissionOf(attempt)
    return submission?.kind === 'proposed' && submission.safeTxHash.toLowerCase() === safeTxHash
  })
  if (isRecorded) return
  ledger.append([
    {
      id: toHex(crypto.getRandomValues(new Uint8Array(32))),
      account: safe,
      kind: 'safe',
      payout: null,
      batch: 0,
      rows: [],
      calls,
      at: now,
      time: null,
      position: null,
      known: [],
      restored: false,
      facts: [
        {
          kind: 'answered',
          at: now,
          submission: { kind: 'proposed', safe, calls, safeTxHash, inLargerBatch: false },
        },
      ],
    },
  ])
  storedChanged()
}
