import * as v from 'valibot'
import { type Hash, toHex } from 'viem'
import { type Rpc, withDeadline } from '#chain/rpc/Rpc.ts'
import { getBlockNumber } from '#chain/rpc/rpcMethods.ts'
import { bytes32 } from '#chain/schemas.ts'
import type { EndpointQuestion, SeenEndpoint } from './reading.ts'

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
export function isSampled(endpoints: readonly SeenEndpoint[]): boolean {
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
