import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { hostOf } from '#features/diagnostics/foreignText.ts'
import { findings } from './findings.ts'
import type { ProbedEndpoint, ProbedService, ProbeReport } from './reading.ts'
import {
  agreeingOperators,
  confirmingOperators,
  isSampled,
  isServed,
  serviceFault,
  servingOperators,
} from './served.ts'

/** What the readings mean for a release. */
export type Verdict = {
  /** What would not work, a sentence each; empty when the portal can be released. */
  readonly faults: readonly string[]
  /** What is worth knowing and stops no release, a sentence each. */
  readonly warnings: readonly string[]
  /** Of the process: 0 without faults, 1 with them. */
  readonly exitCode: 0 | 1
}

/** So many operators have to agree before a payment is confirmed (`docs/money.md` 1). */
const OPERATORS_NEEDED = 2

/** Judges what was asked. Pure: the same report gives the same verdict. */
export function judge(report: ProbeReport): Verdict {
  const { endpoints, gateway } = report
  const faults = [
    ...endpoints.flatMap(wrongChain),
    ...unreadable(endpoints),
    ...unconfirmable(endpoints),
    ...withoutLogs(endpoints),
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

function unreadable(endpoints: readonly ProbedEndpoint[]): readonly string[] {
  if (endpoints.some((one) => isServed(one, 'call'))) return []
  const isCors = endpoints.some(({ node }) => node.checks.call?.kind === 'yes')
  const why = isCors ? 'no endpoint lets web pages ask (CORS)' : 'no endpoint answers eth_call'
  return [`No balance could be shown and nothing could be paid: ${why}.`]
}

function unconfirmable(endpoints: readonly ProbedEndpoint[]): readonly string[] {
  const both = confirmingOperators(endpoints).length
  if (both >= OPERATORS_NEEDED) return []
  const isUp = endpoints.some((one) => isServed(one, 'chain'))
  if (isUp && !isSampled(endpoints)) {
    return ['“Paid” could not be confirmed: no endpoint names a transaction of the last final blocks.']
  }
  const receipts = servingOperators(endpoints, 'receipt').length
  const final = servingOperators(endpoints, 'finalized').length
  const because = (what: string, count: number) => [
    `“Paid” could not be confirmed: ${what} served by ${countOf(count)}, two are needed.`,
  ]
  if (receipts < OPERATORS_NEEDED) return because('receipts are', receipts)
  if (final < OPERATORS_NEEDED) return because('the final block is', final)
  if (agreeingOperators(endpoints).length < OPERATORS_NEEDED) {
    return ['“Paid” could not be confirmed: no two operators give the same receipt of a transaction.']
  }
  return because('receipts and the final block are', both)
}

function withoutLogs(endpoints: readonly ProbedEndpoint[]): readonly string[] {
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

function countOf(count: number): string {
  if (count === 0) return 'no operator'
  return count === 1 ? '1 operator' : `${count} operators`
}
