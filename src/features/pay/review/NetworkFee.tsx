import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Account } from '#account/Account.ts'
import { type Call, transfersOf } from '#chain/money/Call.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { getGasPrice } from '#chain/rpc/questions.ts'
import { readChain } from '#chain/rpc/readChain.ts'
import { fingerprint } from '#domain/payout/unfinished.ts'
import { useEarlyChecks } from '#features/shared/earlyChecks.ts'
import css from '../PayPage.module.css'
import { aboutBnb, readFee } from './fee.ts'
import { simulationQuery } from './simulationQuery.ts'

type Props = { account: Account; calls: readonly Call[]; limit: number }

/** What the network takes for the payments, and who pays it. An estimate is called one; what cannot be read is said. */
export function NetworkFee(props: Props) {
  const isOn = useEarlyChecks()
  return (
    <div>
      <dt>Network fee</dt>
      {!isOn ? (
        <Words more={props.account.kind === 'safe' && PAYER}>Not estimated, as chosen in Diagnostics.</Words>
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
  if (error) return <Words>Could not be estimated.</Words>
  if (!data) return <Words>Asking a node…</Words>
  if (data.kind === 'would-fail') {
    return <Words>Not known: a payment that was tried would fail as things stand.</Words>
  }
  return (
    <Words more={limit > 1 && 'What several payments at once take, the wallet says itself.'}>
      {`${start(aboutBnb(data.wei))}${calls.length > 1 ? ` for all ${calls.length} payments` : ''}, at the gas price of now`}
      {data.tried < calls.length && `, from ${data.tried} of them that were tried`}.
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
  if (tried.error || price.error) return <Words more="How much could not be estimated.">{PAYER}</Words>
  if (!tried.data || price.data === undefined) return <Words more="Asking a node…">{PAYER}</Words>
  const gas = tried.data.map((found) => (found.kind === 'would-succeed' ? found.gas : null))
  if (gas.includes(null)) return <Words more="How much is not known: it could not be tried.">{PAYER}</Words>
  const units = gas.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)
  const parts = Math.ceil(calls.length / limit)
  const which = gas.length < parts ? ` of the first ${gas.length} of ${parts} parts` : ''
  return (
    <Words
      more={`The transfers${which} alone took ${aboutBnb(units * price.data)} when they were tried, at the gas price of now; signatures and data come on top.`}
    >
      {PAYER}
    </Words>
  )
}

function Words({ children, more }: { children: ReactNode; more?: string | false }) {
  return (
    <dd>
      {children}
      {more && <span className={css.small}> {more}</span>}
    </dd>
  )
}

const PAYER = 'Paid by whoever executes it, not by the Safe.'

function start(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
