import { expect } from 'vitest'
import { readProposal } from '#safe/proposal/checkProposal.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import { gateway, txService } from '#safe/service/sources.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { localRpc } from '#tests/support/localRpc.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { the } from './ask.ts'

/** Both services of a rig, as the portal's sources. */
export function sourcesOf({ service }: Rig): { readonly gate: SafeSource; readonly kit: SafeSource } {
  return { gate: gateway(service.url), kit: txService(service.txServiceUrl) }
}

/** The portal's report on a proposal, from the first source that has it. */
export async function report(
  { chain }: Rig,
  sources: readonly SafeSource[],
  tx: SafeTx.SafeTx,
  safe = treasury,
): Promise<ProposalReport> {
  const parts = { address: safe.address, sources, rpc: localRpc(chain.rpcUrl) }
  const hash = SafeTx.hash(safe.address, tx, safe.version)
  return the(await readProposal(parts, hash, new AbortController().signal))
}

/**
 * The report from both sources. They must be equal except for the source's name, the status it reports, and
 * the app's name, which only one of them has.
 */
export async function sameReport(rig: Rig, tx: SafeTx.SafeTx, safe = treasury): Promise<ProposalReport> {
  const { gate, kit } = sourcesOf(rig)
  const [one, other] = [await report(rig, [gate], tx, safe), await report(rig, [kit], tx, safe)]
  expect([one.source, other.source]).toEqual(['Safe gateway', 'Safe transaction service'])
  // Only the gateway reports the owners, so the other source has one comparison less.
  const ofOwners = ({ words }: { words: string }) => !/^The \d+ owners/.test(words)
  const comparable = ({ source: _, appName: __, reported: ___, checks, ...rest }: ProposalReport) => ({
    ...rest,
    checks: checks.filter(ofOwners),
  })
  expect(comparable(other)).toEqual(comparable(one))
  return one
}
