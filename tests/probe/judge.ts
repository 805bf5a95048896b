import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { isServed, unconfirmable } from '#pages/settings/diagnostics/endpoints/endpointTable.ts'
import type { SeenEndpoint } from '#pages/settings/diagnostics/facts.ts'
import { hostOf } from '#pages/settings/diagnostics/foreignText.ts'
import { findings } from './findings.ts'
import type { ProbedEndpoint, ProbedService, ProbeReport } from './reading.ts'
import { seenByPages, serviceFault } from './seenByPages.ts'

/** The consequences of the readings for a release. */
export type Verdict = {
  /** Everything that would not work, one sentence each; empty if the portal can be released. */
  readonly faults: readonly string[]
  /** Facts worth knowing that do not stop a release, one sentence each. */
  readonly warnings: readonly string[]
  /** The exit code of the process: 0 without faults, 1 with faults. */
  readonly exitCode: 0 | 1
}

/** Judges the readings. Pure: the same report gives the same verdict. */
export function judge(report: ProbeReport): Verdict {
  const { endpoints, gateway } = report
  const seen = endpoints.map(seenByPages)
  const faults = [
    ...endpoints.flatMap(wrongChain),
    ...unreadable(endpoints, seen),
    ...[unconfirmable(seen)].filter((fault) => fault !== null),
    ...withoutLogs(seen),
    ...withoutGateway(gateway),
  ]
  return { faults, warnings: findings(report), exitCode: faults.length > 0 ? 1 : 0 }
}

function wrongChain({ url, node, page }: ProbedEndpoint): readonly string[] {
  const isWrong = (id: number | null | undefined) => typeof id === 'number' && id !== BSC_CHAIN_ID
  const id = [node.chainId, page?.chainId].find(isWrong)
  if (id === undefined) return []
  return [
    `${hostOf(url)} is on chain ${id}, not on BNB Smart Chain (${BSC_CHAIN_ID}): its balances and payments are those of another chain. Take it out of VITE_BSC_RPC_URLS.`,
  ]
}

function unreadable(endpoints: readonly ProbedEndpoint[], seen: readonly SeenEndpoint[]): readonly string[] {
  if (seen.some((one) => isServed(one, 'call'))) return []
  const isCors = endpoints.some(({ node }) => node.checks.call?.kind === 'yes')
  const why = isCors ? 'no endpoint lets web pages ask (CORS)' : 'no endpoint answers eth_call'
  return [`No balance could be shown and nothing could be paid: ${why}.`]
}

function withoutLogs(endpoints: readonly SeenEndpoint[]): readonly string[] {
  if (endpoints.some((one) => isServed(one, 'logs50'))) return []
  return ['Incoming payments could not be found: no endpoint serves the logs of 50 blocks.']
}

function withoutGateway(gateway: ProbedService): readonly string[] {
  const why = serviceFault(gateway)
  if (why === null) return []
  return [
    `The queue and history of a Safe could not be shown, nor what its owners are asked to sign: the Safe gateway ${hostOf(gateway.url)} ${why}.`,
  ]
}
