import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { asTransfer, type Call, transfersOf } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { getGasPrice } from '#chain/rpc/questions.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readChain } from '#chain/rpc/Rpc.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { fingerprint } from '#domain/ledger/fingerprint.ts'
import { estimateGas } from '#domain/payout/checkFunds.ts'
import prose from '#ui/layout/prose.module.css'
import { simulationQuery } from './simulationQuery.ts'

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

type Props = { account: Account; calls: readonly Call[]; limit: number }

/**
 * The network fee for the payments, and who pays it. Estimates are labelled as such; failed reads are
 * reported.
 */
export function NetworkFee(props: Props) {
  const isOn = useEarlyChecks()
  return (
    <div>
      <dt>Network fee</dt>
      {!isOn ? (
        <Words more={props.account.kind === 'safe' && PAYER}>
          Not estimated (turned off in Diagnostics).
        </Words>
      ) : props.account.kind === 'safe' ? (
        <ForSafe {...props} />
      ) : (
        <ForWallet {...props} />
      )}
    </div>
  )
}

function ForWallet({ account, calls, limit }: Props) {
  const { data, error } = useQuery({
    queryKey: ['fee', 56, account.address, fingerprint(account.address, transfersOf(calls))],
    queryFn: () => readChain(() => readFee(bscRpc, account.address, calls)),
    staleTime: 60_000,
    gcTime: 0,
  })
  if (error) return <Words>We couldn’t estimate it.</Words>
  if (!data) return <Words>Estimating…</Words>
  if (data.kind === 'would-fail') {
    return <Words>Can’t estimate: a payment would fail right now.</Words>
  }
  return (
    <Words more={limit > 1 && 'Your wallet shows the fee for a batch.'}>
      {`${start(aboutBnb(data.wei))}${calls.length > 1 ? ` for all ${calls.length} payments` : ''}`}
      {data.tried < calls.length && `, based on ${data.tried} of them`}.
    </Words>
  )
}

function ForSafe({ account, calls, limit }: Props) {
  const tried = useQuery(simulationQuery(account.address, calls, limit))
  const price = useQuery({
    queryKey: ['gas-price', 56],
    queryFn: () => readChain(() => getGasPrice(bscRpc)),
    staleTime: 60_000,
    gcTime: 0,
  })
  if (tried.error || price.error) return <Words more="We couldn’t estimate how much.">{PAYER}</Words>
  if (!tried.data || price.data === undefined) return <Words more="Estimating…">{PAYER}</Words>
  const gas = tried.data.map((found) => (found.kind === 'would-succeed' ? found.gas : null))
  if (gas.includes(null)) return <Words more="We couldn’t estimate how much.">{PAYER}</Words>
  const units = gas.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)
  const batches = Math.ceil(calls.length / limit)
  const which = gas.length < batches ? ` for the first ${gas.length} of ${batches} batches` : ''
  return <Words more={`At least ${aboutBnb(units * price.data)}${which}.`}>{PAYER}</Words>
}

function Words({ children, more }: { children: ReactNode; more?: string | false }) {
  return (
    <dd>
      {children}
      {more && <span className={prose.small}> {more}</span>}
    </dd>
  )
}

const PAYER = 'Paid by whoever executes it.'

function start(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
