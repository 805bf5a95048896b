import type { Hash } from 'viem'
import type { Reported } from '#safe/proposal/checkProposal.ts'
import { differences } from '#safe/proposal/ProposalReport.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import type { owners } from '../../safe-app/accounts.ts'
import { exampleSafe, executionReceipt, type FakeSafe, transferLog, txHash } from './fakeSafe.ts'
import { reportOn, wireOf } from './reportedProposals.ts'
import { PAYEE, payoutCall, SAFE, USDT } from './safeExamples.ts'

/** The transaction that executed the example, and another one. */
export const [PAID, OTHER] = [txHash(1), txHash(2)]
/** A proposal of the example Safe: 250 USDT at its nonce. */
export const tx = SafeTx.fromCall(payoutCall, 12n)
export const hash = SafeTx.hash(SAFE, tx)
export const rejection = SafeTx.rejection(SAFE, 12n)
export const log = transferLog(USDT, SAFE, PAYEE, 250n * 10n ** 18n)
/** The Safe once that nonce was used. */
export const used: FakeSafe = { ...exampleSafe, nonce: 13n }

type Some = {
  txStatus?: string
  txHash?: Hash | null
  signers?: (typeof owners)[number][]
  executedAt?: Reported['executedAt']
}

/** Status and last check of the reported proposal on the given chain. */
export async function standing(
  { signers = [], executedAt, ...reported }: Some,
  safe: FakeSafe = exampleSafe,
) {
  const report = await reportOn(hash, { ...(await wireOf(tx, signers)), ...reported }, safe, executedAt)
  return {
    status: report.status,
    differences: differences(report),
    checks: report.checks,
    missing: report.missing,
  }
}

/** The chain on which `PAID` executed the proposal. */
export const paidIn = (
  event: 'success' | 'failure' = 'success',
  logs: unknown[] = [log],
  block = 900,
): FakeSafe => ({
  ...used,
  receipts: { [PAID]: executionReceipt(PAID, hash, { event, logs, block }) },
})
