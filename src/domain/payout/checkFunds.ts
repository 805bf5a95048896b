import { toHex } from 'viem'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { formatNumber } from '#chain/money/Amount.ts'
import { asTransfer, type Call } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { BNB, key } from '#chain/money/Token.ts'
import { ask, isRevert, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { erc20Abi, getBalance, getCode, getGasPrice, readContract } from '#chain/rpc/rpcMethods.ts'
import { quantity } from '#chain/schemas.ts'

/** Why an amount cannot be paid from an address right now. */
type FundsFault =
  | { readonly kind: 'decimals-differ'; readonly onChain: number }
  | { readonly kind: 'too-little'; readonly has: Amount.Amount }
  | { readonly kind: 'no-gas' }

/**
 * Checks on the chain that a payment can be made: the token has the decimals that the portal assumes, the
 * payer holds the amount, and enough BNB is left to pay the fees of `transactions` transactions (none if
 * someone else pays the fees).
 * @throws when the chain cannot be read
 */
export async function checkFunds(
  rpc: Rpc,
  payer: Address,
  amount: Amount.Amount,
  transactions: number,
): Promise<FundsFault | null> {
  const { token, value } = amount
  const [native, gasPrice] = await Promise.all([
    getBalance(rpc, payer),
    transactions > 0 ? getGasPrice(rpc) : 0n,
  ])
  const fee = gasPrice * (token.address === null ? 60_000n : 120_000n) * BigInt(transactions)
  if (token.address === null) {
    if (native < value) return { kind: 'too-little', has: { token, value: native } }
    return native < value + fee ? { kind: 'no-gas' } : null
  }
  const contract = { address: token.address, abi: erc20Abi }
  const [decimals, balance] = await Promise.all([
    readContract(rpc, contract, 'decimals'),
    readContract(rpc, contract, 'balanceOf', [payer]),
  ])
  if (decimals !== token.decimals) return { kind: 'decimals-differ', onChain: decimals }
  if (balance < value) return { kind: 'too-little', has: { token, value: balance } }
  return native < fee ? { kind: 'no-gas' } : null
}

/**
 * Adds a fault that only a Safe can have: its contract is not deployed. Such a Safe has an address but cannot
 * execute anything yet.
 */
type PaymentFault = FundsFault | { readonly kind: 'not-activated' }

/** A fault of payments, and the token it is about. */
type FundsFound = { readonly fault: PaymentFault; readonly token: Token.Token }

export async function checkPayments(
  rpc: Rpc,
  account: Account,
  totals: readonly Amount.Amount[],
  count: number,
): Promise<FundsFound | null> {
  const isSafe = account.kind === 'safe'
  if (isSafe && (await getCode(rpc, account.address)) === null) {
    return { fault: { kind: 'not-activated' }, token: BNB }
  }
  const faults = await Promise.all(
    // A Safe does not pay its own fee: the executor does.
    totals.map((total) => checkFunds(rpc, account.address, total, isSafe ? 0 : count)),
  )
  // Faults that block the payment come before those that can be fixed.
  const index = [
    faults.findIndex((fault) => fault?.kind === 'decimals-differ'),
    faults.findIndex(Boolean),
  ].find((place) => place >= 0)
  const [fault, total] = index === undefined ? [] : [faults[index], totals[index]]
  return fault && total ? { fault, token: total.token } : null
}

/** A fault in words, and whether it blocks the payment. */
type FundsText = { readonly text: string; readonly forbids: boolean }

/**
 * The text of a fault, and whether it blocks the payment.
 * @param totals what the payments need, one per token
 */
export function fundsText(
  fault: PaymentFault,
  token: Token.Token,
  totals: readonly Amount.Amount[],
): FundsText {
  switch (fault.kind) {
    case 'decimals-differ':
      return {
        text: `${token.symbol} reports ${fault.onChain} decimals, we expect ${token.decimals}. The amount would be wrong.`,
        forbids: true,
      }
    case 'not-activated':
      return { text: 'This Safe isn’t activated yet. Activate it in Safe{Wallet} first.', forbids: true }
    case 'too-little': {
      const needs = totals.find((total) => key(total.token) === key(token)) ?? fault.has
      return {
        text: `Not enough ${token.symbol}: you have ${formatNumber(fault.has)}, this needs ${formatNumber(needs)}.`,
        forbids: false,
      }
    }
    case 'no-gas':
      return { text: 'Not enough BNB for the network fee.', forbids: false }
  }
}

/**
 * Estimates the gas units of a call sent by `from` as its own transaction, from one node at the current
 * state. Returns null if the call would fail.
 * @throws when no node answers
 */
export async function estimateGas(
  rpc: Rpc,
  from: Address,
  { to, value, data }: Call,
): Promise<bigint | null> {
  try {
    return await ask(rpc, quantity, 'eth_estimateGas', [{ from, to, value: toHex(value), data }])
  } catch (error) {
    if (error instanceof RpcError && isRevert(error)) return null
    throw error
  }
}

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
