import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { asTransfer, type Call } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { getGasPrice } from '#chain/rpc/rpcMethods.ts'
import { estimateGas } from './checkFunds.ts'

/** Network fee for a wallet's payments, in wei, from the current gas price and state. */
type Fee =
  | { readonly kind: 'about'; readonly wei: bigint; readonly tried: number }
  /** A simulated payment would fail, so its cost is unknown. */
  | { readonly kind: 'would-fail' }

/** How many payments are simulated; the most expensive one per token stands in for the rest. */
const MAX_TRIED = 20

/** The total cost if each payment is its own transaction. @throws when the chain cannot be read */
export async function readFee(rpc: Rpc, from: Address, calls: readonly Call[]): Promise<Fee> {
  const tried = sampleOf(calls)
  const [price, ...gas] = await Promise.all([
    getGasPrice(rpc),
    ...tried.map((index) => {
      const call = calls[index]
      return call ? estimateGas(rpc, from, call) : null
    }),
  ])
  const known = new Map<number, bigint>()
  const dearest = new Map<string, bigint>()
  for (const [at, index] of tried.entries()) {
    const units = gas[at] ?? null
    if (units === null) return { kind: 'would-fail' }
    known.set(index, units)
    const token = tokenOf(calls[index])
    if (units > (dearest.get(token) ?? 0n)) dearest.set(token, units)
  }
  const units = calls.reduce(
    (sum, call, index) => sum + (known.get(index) ?? dearest.get(tokenOf(call)) ?? 0n),
    0n,
  )
  return { kind: 'about', wei: units * price, tried: tried.length }
}

/** Indexes of the calls to simulate: the first of every token, then the others. */
function sampleOf(calls: readonly Call[]): readonly number[] {
  const seen = new Set<string>()
  const first = calls.flatMap((call, index) => {
    const token = tokenOf(call)
    if (seen.has(token)) return []
    seen.add(token)
    return [index]
  })
  const chosen = new Set(first)
  for (let index = 0; index < calls.length && chosen.size < MAX_TRIED; index++) chosen.add(index)
  return [...chosen]
}

function tokenOf(call: Call | undefined): string {
  return (call && asTransfer(call)?.token?.toLowerCase()) ?? 'bnb'
}

/** An estimate in words, rounded up to at most two significant digits. */
export function aboutBnb(wei: bigint): string {
  const unit = 10n ** BigInt(Math.max(0, `${wei}`.length - 2))
  const value = ((wei + unit - 1n) / unit) * unit
  return `about ${Amount.format({ token: Token.BNB, value })}`
}
