import { expect } from 'vitest'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { readProposal } from '#safe/proposal/readProposal.ts'
import { gateway } from '#safe/service/Gateway.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import { txService } from '#safe/service/TxService.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { treasury } from '../../../safe-app/seed/safes.ts'
import type { Rig } from '../../../safe-app/startRig.ts'
import { localRpc } from '../../support/localRpc.ts'
import { the } from './ask.ts'

/** Both services of a rig, as the portal asks them. */
export function sourcesOf({ service }: Rig): { readonly gate: SafeSource; readonly kit: SafeSource } {
  return { gate: gateway(service.url), kit: txService(service.txServiceUrl) }
}

/** What the portal makes of a proposal, as the first of the sources that knows it tells it. */
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
 * What both sources make of it: the same, apart from who told it, the word that each has for where it stands, and the name of
 * an app, which only one has.
 */
export async function sameReport(rig: Rig, tx: SafeTx.SafeTx, safe = treasury): Promise<ProposalReport> {
  const { gate, kit } = sourcesOf(rig)
  const [one, other] = [await report(rig, [gate], tx, safe), await report(rig, [kit], tx, safe)]
  expect([one.source, other.source]).toEqual(['Safe gateway', 'Safe transaction service'])
  // Who the owners are, only the gateway says; so there is one thing less to compare.
  const ofOwners = ({ words }: { words: string }) => !/^The \d+ owners/.test(words)
  const comparable = ({ source: _, appName: __, reported: ___, checks, ...rest }: ProposalReport) => ({
    ...rest,
    checks: checks.filter(ofOwners),
  })
  expect(comparable(other)).toEqual(comparable(one))
  return one
}
