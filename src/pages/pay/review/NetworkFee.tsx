import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import type { Call } from '#chain/money/Call.ts'
import { BNB } from '#chain/money/Token.ts'
import { Worth } from '#components/price/prices.tsx'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { aboutBnb } from '#domain/payout/networkFee.ts'
import { gasPriceQuery, networkFeeQuery, simulationQuery } from '#queries/review.ts'

type Props = { account: Account; calls: readonly Call[]; limit: number }

/**
 * The network fee for the payments, and who pays it. Estimates are labelled as such; failed reads are
 * reported.
 */
export function NetworkFee(props: Props) {
  const isOn = useEarlyChecks()
  const { paysFee } = factsOf(props.account)
  return (
    <div>
      <dt>Network fee</dt>
      {!isOn ? (
        <Words more={!paysFee && PAYER}>Not estimated (turned off in Diagnostics).</Words>
      ) : paysFee ? (
        <ForWallet {...props} />
      ) : (
        <ForSafe {...props} />
      )}
    </div>
  )
}

function ForWallet({ account, calls, limit }: Props) {
  const { data, error } = useQuery(networkFeeQuery(account.address, calls))
  if (error) return <Words>We couldn’t estimate it.</Words>
  if (!data) return <Words>Estimating…</Words>
  if (data.kind === 'would-fail') {
    return <Words>Can’t estimate: a payment would fail right now.</Words>
  }
  return (
    <Words more={limit > 1 && 'Your wallet shows the fee for a batch.'}>
      {start(aboutBnb(data.wei))}
      <Worth of={[{ token: BNB, value: data.wei }]}>
        {(worth) => worth && ` (${worth.lead} ${worth.sum})`}
      </Worth>
      {calls.length > 1 && ` for all ${calls.length} payments`}
      {data.tried < calls.length && `, based on ${data.tried} of them`}.
    </Words>
  )
}

function ForSafe({ account, calls, limit }: Props) {
  const tried = useQuery(simulationQuery(account.address, calls, limit))
  const price = useQuery(gasPriceQuery)
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
      {more && <span className="text-small"> {more}</span>}
    </dd>
  )
}

const PAYER = 'Paid by whoever executes it.'

function start(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
