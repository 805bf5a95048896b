import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import {
  confirmingOperators,
  endpointFindings,
  isServed,
} from '#pages/settings/diagnostics/endpoints/endpointTable.ts'
import type { SeenEndpoint } from '#pages/settings/diagnostics/facts.ts'
import { hostOf } from '#pages/settings/diagnostics/foreignText.ts'
import type { FeedReading, ProbeReport } from './reading.ts'
import { seenByPages, serviceFault } from './seenByPages.ts'

/** Facts worth knowing before a release that do not stop it, one sentence each. */
export function findings(report: ProbeReport): readonly string[] {
  const seen = report.endpoints.map(seenByPages)
  return [
    ...seen.flatMap((one) => aboutEndpoint(one, seen)),
    ...aboutAll(seen),
    ...aboutServices(report),
    ...aboutFeeds(report.feeds),
  ]
}

function aboutEndpoint(one: SeenEndpoint, all: readonly SeenEndpoint[]): readonly string[] {
  const { chainId, checks } = one.reading
  // A wrong chain is already reported as a fault.
  if (checks.chain?.kind === 'no' && chainId !== null && chainId !== BSC_CHAIN_ID) return []
  return endpointFindings(one, all).map((what) => `${hostOf(one.url)} ${what}.`)
}

function aboutAll(endpoints: readonly SeenEndpoint[]): readonly string[] {
  const isSpareless = confirmingOperators(endpoints).length === 2
  const servesLogs = endpoints.some((one) => isServed(one, 'logs50'))
  return [
    ...(isSpareless
      ? [
          '“Paid” has no operator to spare: when one of the two that can confirm it fails, payments stay unconfirmed.',
        ]
      : []),
    ...(servesLogs && !endpoints.some((one) => isServed(one, 'logs500'))
      ? ['Incoming payments would be found slowly: no endpoint serves the logs of 500 blocks at once.']
      : []),
  ]
}

function aboutServices({ gateway, txService, safe }: ProbeReport): readonly string[] {
  const why = txService && serviceFault(txService)
  return [
    ...(why
      ? [
          `Owners could not propose from a wallet, and nothing would stand in for the gateway: the transaction service ${hostOf(txService.url)} ${why}.`,
        ]
      : []),
    ...(safe === null && serviceFault(gateway) === null
      ? ['The queue and history of the gateway were not read: name a Safe with --safe 0x….']
      : []),
  ]
}

/** One sentence for all feeds that fail for the same reason. */
function aboutFeeds(feeds: readonly FeedReading[]): readonly string[] {
  const pairs = new Map<string, string[]>()
  for (const { pair, check } of feeds) {
    if (check.kind === 'no') pairs.set(check.why, [...(pairs.get(check.why) ?? []), pair])
  }
  return [...pairs].map(([why, of]) => `Amounts would show no dollars (${of.join(', ')}): the feed ${why}.`)
}
