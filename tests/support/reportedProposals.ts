import { checkProposal, type Reported } from '#safe/proposal/checkProposal.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { readDetails, type TransactionDetails } from '#safe/service/detailsDocument.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { sign } from '../../rig/seed/SafeActs.ts'
import { treasury } from '../../rig/seed/safes.ts'
import type { Persona } from '../../safe-app/accounts.ts'
import { exampleSafe, type FakeSafe, safeRpc } from './fakeSafe.ts'
import { documentOf } from './proposals.ts'
import { OWNERS } from './safeExamples.ts'

/** An honest service's wire document for a proposal of the example Safe, without a description. */
export async function wireOf(tx: SafeTx.SafeTx, signers: readonly Persona[] = [], safe = exampleSafe) {
  const { address, version } = safe
  const safeTxHash = SafeTx.hash(address, tx, version)
  const document = documentOf({ safe: address, version, tx, safeTxHash })
  const confirmations = await Promise.all(
    signers.map(async (signer) => ({
      signer: { value: signer.address as string },
      signature: (await sign({ ...treasury, address, version: version as '1.4.1' }, tx, signer)) as string,
      submittedAt: 1795165200000,
    })),
  )
  return {
    ...document,
    txInfo: null as unknown,
    detailedExecutionInfo: {
      ...document.detailedExecutionInfo,
      signers: OWNERS.map((value) => ({ value: value as string })),
      confirmations,
    },
  }
}

export type Wire = Awaited<ReturnType<typeof wireOf>>

/** The document as the portal reads it. Throws if it is invalid. */
export function detailsOf(document: unknown): TransactionDetails {
  const details = readDetails(document)
  if (details === null) throw new Error('Not a details document')
  return details
}

/** The report from a source that knows of no executions unless they are given. */
export function reportedBy(document: unknown, executedAt: Reported['executedAt'] = async () => []): Reported {
  return { details: detailsOf(document), source: 'A test', executedAt }
}

/** The report on a proposal of the example Safe. */
export function reportOn(
  safeTxHash: SafeTx.SafeTxHash,
  document: unknown,
  safe: FakeSafe = exampleSafe,
  executedAt?: Reported['executedAt'],
): Promise<ProposalReport> {
  return checkProposal(safeRpc(safe), { safe: safe.address, safeTxHash }, reportedBy(document, executedAt))
}
