import * as v from 'valibot'
import { type Hash, toHex } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { type Rpc, withDeadline } from '#chain/rpc/Rpc.ts'
import { getBlockNumber } from '#chain/rpc/rpcMethods.ts'
import { bytes32 } from '#chain/schemas.ts'
import { count, formatNumber } from '#domain/shared/format.ts'
import {
  BATCH_SIZES,
  type EndpointQuestion,
  endpointQuestions,
  type Line,
  LOG_RANGES,
  type ReadingCheck,
  type SeenEndpoint,
  sentence,
} from '#pages/settings/diagnostics/facts.ts'

/** An older head (seconds) is behind: BSC makes a block about every second or faster. */
const OLD = 20

/** The facts about one endpoint, in words. @param all every endpoint that has answered, including itself */
export function endpointLines(one: SeenEndpoint, all: readonly SeenEndpoint[]): readonly Line[] {
  const { chainId, head, final, checks } = one.reading
  const operator: Line = { name: 'Operator', value: one.operator }
  if (checks.chain?.kind !== 'yes') {
    return [
      { name: 'State', value: sentence(checks.chain?.why ?? 'was not asked'), tone: 'bad' },
      operator,
      ...(chainId === null || chainId === BSC_CHAIN_ID
        ? []
        : [{ name: 'Chain id', value: `${chainId}, wrong: it must be ${BSC_CHAIN_ID}` }]),
    ]
  }
  const findings = endpointFindings(one, all)
  const age = ageOf(one)
  const isBehind = (age ?? 0) > OLD || findings.some((what) => what.startsWith('is '))
  return [
    isBehind
      ? { name: 'State', value: 'Behind', tone: 'warn' }
      : { name: 'State', value: 'OK', tone: 'good' },
    operator,
    ...findings.map((what): Line => ({ name: 'Note', value: sentence(what) })),
    { name: 'Chain id', value: `${BSC_CHAIN_ID}, BNB Smart Chain` },
    head === null || age === null
      ? { name: 'Newest block', value: 'It names none', tone: 'warn' }
      : { name: 'Newest block', value: `${formatNumber(head.number)}, ${ageWords(age)}` },
    final === null
      ? { name: 'Finalized block', value: sentence(whyNot(checks.finalized)), tone: 'warn' }
      : { name: 'Finalized block', value: finalWords(final, head?.number ?? null) },
    { name: 'Response time', value: `${formatNumber(checks.chain.ms)} ms` },
  ]
}

/** Seconds between an endpoint's newest block and this clock; negative if the clock is behind. */
export function ageOf({ reading: { head } }: SeenEndpoint): number | null {
  return head && Math.round(head.at / 1_000) - head.time
}

function ageWords(age: number): string {
  if (age > OLD) return `behind: ${formatNumber(age)} s old`
  return age < 0 ? `${formatNumber(-age)} s ahead of this clock` : `${formatNumber(age)} s old`
}

function finalWords(final: number, newest: number | null): string {
  if (newest === null) return formatNumber(final)
  return `${formatNumber(final)}, ${count(Math.max(newest - final, 0), 'block')} before the newest`
}

function whyNot(check: ReadingCheck | undefined): string {
  return check?.kind === 'no' ? check.why : 'was not asked'
}

/** Every endpoint's answers: a row per check, a cell per endpoint in order. */
export type EndpointTable = {
  readonly rows: readonly { readonly label: string; readonly cells: readonly Cell[] }[]
}

/** `full` is for a report, which has more room. */
type Cell = {
  readonly short: 'yes' | 'no' | '–'
  readonly full: string
  readonly tone: 'good' | 'warn' | 'none'
}

export function endpointTable(endpoints: readonly (SeenEndpoint | null)[]): EndpointTable {
  return {
    rows: endpointQuestions.map(({ label, of }) => ({
      label,
      cells: endpoints.map((one) => cellOf(one?.reading.checks[of])),
    })),
  }
}

function cellOf(check: ReadingCheck | undefined): Cell {
  if (!check) return { short: '–', full: 'not asked', tone: 'none' }
  if (check.kind === 'yes') return { short: 'yes', full: `yes, ${check.ms} ms`, tone: 'good' }
  return { short: 'no', full: `no: ${check.why}`, tone: 'warn' }
}

/** The consequence of the endpoints' state for the money, in one sentence. */
export function paidWords(endpoints: readonly SeenEndpoint[]): {
  readonly tone: 'good' | 'warn' | 'bad'
  readonly words: string
} {
  const fault = unconfirmable(endpoints)
  if (fault) return { tone: 'bad', words: fault }
  const operators = confirmingOperators(endpoints).length
  if (operators === 2)
    return { tone: 'warn', words: '“Paid” can be confirmed by 2 operators, with none to spare.' }
  return { tone: 'good', words: `“Paid” can be confirmed by ${operators} operators.` }
}

/** An endpoint that is more blocks behind (about 7 s) shows outdated balances. */
const MOST_BEHIND = 15
/** If the final block is further behind the head (about 45 s), people wait for “Paid”. */
const MOST_UNFINAL = 100

/**
 * Findings about an endpoint, in words that follow its name: why it is unusable, or what it does not serve
 * and how far it is behind.
 * @param all every endpoint, including itself
 */
export function endpointFindings(one: SeenEndpoint, all: readonly SeenEndpoint[]): readonly string[] {
  const { chain } = one.reading.checks
  if (chain?.kind === 'no') return [chain.why]
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
  return [...(served.length === 0 ? [] : [`serves ${served.join(', ')}`]), ...lag(one, all)]
}

/** The size up to which something is served; empty if every size is. */
function most<Size extends number>(
  sizes: readonly Size[],
  isTaken: (size: Size) => boolean,
  none: string,
  words: (size: string) => string,
): readonly string[] {
  if (sizes.every(isTaken)) return []
  const refused = sizes.findIndex((size) => !isTaken(size))
  const largest = sizes[refused - 1]
  return [largest === undefined ? none : words(formatNumber(largest))]
}

function lag({ reading }: SeenEndpoint, all: readonly SeenEndpoint[]): readonly string[] {
  const { head, final } = reading
  if (head === null) return []
  // Only heads reported earlier by others count, because the chain advances during the check.
  const known = all.flatMap((other) =>
    other.reading.head && other.reading.head.at <= head.at ? other.reading.head.number : [],
  )
  const behind = Math.max(...known) - head.number
  const unfinal = final === null ? 0 : head.number - final
  return [
    ...(behind >= MOST_BEHIND ? [`is ${behind} blocks behind another RPC`] : []),
    ...(unfinal > MOST_UNFINAL ? [`calls blocks final only ${unfinal} blocks late`] : []),
  ]
}

/** This far behind the final block, an endpoint that lags a little also has the transaction. */
const MARGIN = 40n
/**
 * Which blocks are searched, and how many per request. On BNB Smart Chain no block is empty; on a local chain
 * many are.
 */
const SEARCHED = [
  [0, 1],
  [1, 25],
  [26, 25],
  [51, 25],
  [76, 25],
] as const

const block = v.object({ transactions: v.array(bytes32) })

/** Time limit of the search (ms), however slow the endpoints are. */
const LONGEST = 20_000

/** A transaction in a recent final block; null if no endpoint reports one. */
export function findSample(rpc: Rpc): Promise<Hash | null> {
  // Every endpoint is checked separately afterwards and reports its own errors.
  return withDeadline(search(rpc), LONGEST).catch(() => null)
}

async function search(rpc: Rpc): Promise<Hash | null> {
  const head = await getBlockNumber(rpc, 'finalized').catch(() => getBlockNumber(rpc, 'latest'))
  const newest = head > MARGIN ? head - MARGIN : head
  for (const [from, count] of SEARCHED) {
    const numbers = Array.from({ length: count }, (_, index) => newest - BigInt(from + index))
    const blocks = await Promise.all(
      numbers
        .filter((number) => number >= 0n)
        .map(async (number) => v.parse(block, await rpc('eth_getBlockByNumber', [toHex(number), false]))),
    )
    const [hash] = blocks.flatMap(({ transactions }) => transactions)
    if (hash) return hash
  }
  return null
}

/** True if a web page gets the answer. */
export function isServed({ reading }: SeenEndpoint, question: EndpointQuestion): boolean {
  return reading.checks[question]?.kind === 'yes'
}

/** True if a transaction was found to request the receipt of. */
function isSampled(endpoints: readonly SeenEndpoint[]): boolean {
  return endpoints.some(({ reading }) => reading.checks.receipt !== undefined)
}

/** The operators that can confirm a payment: they agree about its receipt, and serve the final block. */
export function confirmingOperators(endpoints: readonly SeenEndpoint[]): readonly string[] {
  const final = servingOperators(endpoints, 'finalized')
  return agreeingOperators(endpoints).filter((operator) => final.includes(operator))
}

/** How many operators must agree before a payment is confirmed (`docs/money.md` 1). */
const OPERATORS_NEEDED = 2

/** Why no payment can be confirmed, in a sentence; null if payments can be. */
export function unconfirmable(endpoints: readonly SeenEndpoint[]): string | null {
  const both = confirmingOperators(endpoints).length
  if (both >= OPERATORS_NEEDED) return null
  const sentence = (why: string) => `Can’t confirm “Paid”: ${why}.`
  const isUp = endpoints.some((one) => isServed(one, 'chain'))
  if (isUp && !isSampled(endpoints)) return sentence('no RPC shows a recent transaction')
  const receipts = servingOperators(endpoints, 'receipt').length
  const final = servingOperators(endpoints, 'finalized').length
  const because = (what: string, count: number) =>
    sentence(`${count === 0 ? 'no operator' : 'only one operator'} serves ${what}`)
  if (receipts < OPERATORS_NEEDED) return because('receipts', receipts)
  if (final < OPERATORS_NEEDED) return because('final blocks', final)
  if (agreeingOperators(endpoints).length < OPERATORS_NEEDED) {
    return sentence('no two operators give the same receipt')
  }
  return because('receipts and final blocks', both)
}

/** The operators that serve this to web pages. Endpoints of one operator count once. */
function servingOperators(endpoints: readonly SeenEndpoint[], question: EndpointQuestion): readonly string[] {
  return operatorsOf(endpoints.filter((one) => isServed(one, question)))
}

/** The largest group of operators that give web pages the same receipt. */
function agreeingOperators(endpoints: readonly SeenEndpoint[]): readonly string[] {
  const groups = new Map<string, SeenEndpoint[]>()
  for (const one of endpoints) {
    const { receipt } = one.reading
    if (receipt !== null) groups.set(receipt, [...(groups.get(receipt) ?? []), one])
  }
  return [...groups.values()].map(operatorsOf).toSorted((a, b) => b.length - a.length)[0] ?? []
}

function operatorsOf(endpoints: readonly SeenEndpoint[]): readonly string[] {
  return [...new Set(endpoints.map(({ operator }) => operator))]
}
