import { hostOf } from '#features/diagnostics/foreignText.ts'
import {
  BATCH_SIZES,
  type FeedReading,
  LOG_RANGES,
  type ProbedEndpoint,
  type ProbeReport,
} from './reading.ts'
import { confirmingOperators, isSampled, isServed, serviceFault } from './served.ts'

/** An endpoint that is behind by more blocks than this (some 7 s) shows balances that others know to be old. */
const MOST_BEHIND = 15
/** Where the final block is further behind the head than this (some 45 s), people wait for “Paid”. */
const MOST_UNFINAL = 100

/** What is worth knowing before a release and stops none, a sentence each. */
export function findings(report: ProbeReport): readonly string[] {
  const { endpoints, feeds } = report
  return [
    ...endpoints.flatMap((one) => aboutEndpoint(one, endpoints)),
    ...aboutAll(endpoints),
    ...aboutServices(report),
    ...aboutFeeds(feeds),
  ]
}

function aboutEndpoint(one: ProbedEndpoint, all: readonly ProbedEndpoint[]): readonly string[] {
  const { url, node, cors, page } = one
  const say = (what: string) => [`${hostOf(url)} ${what}.`]
  const { chain } = node.checks
  // The sentence about a wrong chain is a fault already.
  if (chain?.kind === 'no') return node.chainId === null ? say(chain.why) : []
  const closed = [cors.preflight, cors.answer, page?.checks.chain].find((check) => check?.kind === 'no')
  if (closed?.kind === 'no') return say(closed.why)
  const served = [
    ...(isServed(one, 'receipt') || !isSampled(all) ? [] : ['no receipts']),
    ...(isServed(one, 'finalized') ? [] : ['no final block']),
    ...(isServed(one, 'call') ? [] : ['no eth_call']),
    ...(isServed(one, 'code') ? [] : ['no eth_getCode']),
    ...most(
      LOG_RANGES,
      (range) => isServed(one, `logs${range}`),
      'no logs',
      (range) => `logs of ${range} blocks at most`,
    ),
    ...most(
      BATCH_SIZES,
      (size) => isServed(one, `batch${size}`),
      'no batches',
      (size) => `batches of ${size} calls at most`,
    ),
  ]
  return [...(served.length === 0 ? [] : say(`serves ${served.join(', ')}`)), ...lag(one, all).flatMap(say)]
}

/** The limit of something that is served up to a size; nothing when every size is. */
function most<Size extends number>(
  sizes: readonly Size[],
  isTaken: (size: Size) => boolean,
  none: string,
  words: (size: string) => string,
): readonly string[] {
  if (sizes.every(isTaken)) return []
  const refused = sizes.findIndex((size) => !isTaken(size))
  const largest = sizes[refused - 1]
  return [largest === undefined ? none : words(largest.toLocaleString('en'))]
}

function lag({ node }: ProbedEndpoint, all: readonly ProbedEndpoint[]): readonly string[] {
  const { head, final } = node
  if (head === null) return []
  // Only heads that others had named before count: the chain goes on while it is asked.
  const known = all.flatMap((other) =>
    other.node.head && other.node.head.at <= head.at ? other.node.head.number : [],
  )
  const behind = Math.max(...known) - head.number
  const unfinal = final === null ? 0 : head.number - final
  return [
    ...(behind >= MOST_BEHIND ? [`is ${behind} blocks behind another endpoint`] : []),
    ...(unfinal > MOST_UNFINAL ? [`calls blocks final only ${unfinal} blocks late`] : []),
  ]
}

function aboutAll(endpoints: readonly ProbedEndpoint[]): readonly string[] {
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
  return [...pairs].map(
    ([why, of]) => `Prices could not be shown (${of.join(', ')}): the feed ${why}. No page uses prices yet.`,
  )
}
