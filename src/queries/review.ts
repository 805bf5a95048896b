import { queryOptions } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import { type Call, transfersOf } from '#chain/money/Call.ts'
import { key } from '#chain/money/Token.ts'
import { resolveName } from '#chain/names/spaceId.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { readChain } from '#chain/rpc/Rpc.ts'
import { getGasPrice } from '#chain/rpc/rpcMethods.ts'
import { type AboutToPay, findEarlierPayments } from '#domain/ledger/earlierPayments.ts'
import { fingerprint } from '#domain/ledger/fingerprint.ts'
import { checkPayments, readFee } from '#domain/payout/checkFunds.ts'
import { answeredRequest, type Payment } from '#domain/payout/Payout.ts'
import { earlierContext, type PayoutContext } from '#domain/payout/payBatch.ts'
import type { SimulationResult } from '#safe/proposal/simulate.ts'
import { intervals, polling } from './polling.ts'

// A review reads these before the payments are requested, and each review reads them again (`gcTime: 0`).

/** Identifies payments by their content. */
const contentOf = (account: Address, calls: readonly Call[]) => fingerprint(account, transfersOf(calls))

/**
 * Whether the payer can pay the totals now, read from the chain. Null if nothing prevents it.
 * @param totals one per token
 * @param count number of transactions that a wallet would send
 */
export function fundsQuery(account: Account, totals: readonly Amount[], count: number) {
  const sums = totals.map(({ token, value }) => `${key(token)}:${value}`).join()
  return queryOptions({
    queryKey: ['funds', 56, account.address, sums, count],
    queryFn: () => readChain(() => checkPayments(bscRpc, account, totals, count)),
    gcTime: 0,
    staleTime: 0,
    refetchInterval: polling(intervals.review),
  })
}

/** One search for earlier payments. */
type EarlierSearch = {
  /** The rows of a payout that are about to be requested; null for payments outside a payout. */
  readonly own: AboutToPay['own']
  /** The person agreed to go on without the parts that cannot be read. */
  readonly unread: boolean
  /** The state of the ledger as text: when it changes, the search starts again. */
  readonly recorded: string
}

/**
 * Earlier payments of the same content, and what could not be searched.
 * @param calls those of the payments
 * @param search null to search once, outside a review
 */
export function earlierPaymentsQuery(
  context: PayoutContext,
  payments: readonly Payment[],
  calls: readonly Call[],
  search: EarlierSearch | null,
) {
  const { own, unread, recorded } = search ?? { own: null, unread: false, recorded: '' }
  const { address } = context.account
  const requests = payments.map(answeredRequest)
  return queryOptions({
    queryKey: [
      ...['earlier-payments', 56, search && 'review', address, contentOf(address, calls)],
      ...[own?.payout, own?.rows.join(), recorded, unread],
      requests.map((one) => one && `${one.id} ${one.since}`).join(),
    ],
    queryFn: ({ signal }) =>
      findEarlierPayments(earlierContext(context), { calls, requests, own }, unread, signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: search ? polling(intervals.review) : false,
  })
}

/** The fee of a wallet's payments, each as its own transaction. */
export function networkFeeQuery(payer: Address, calls: readonly Call[]) {
  return queryOptions({
    queryKey: ['fee', 56, payer, contentOf(payer, calls)],
    queryFn: () => readChain(() => readFee(bscRpc, payer, calls)),
    staleTime: 60_000,
    gcTime: 0,
  })
}

/** The gas price in wei. */
export const gasPriceQuery = queryOptions({
  queryKey: ['gas-price', 56],
  queryFn: () => readChain(() => getGasPrice(bscRpc)),
  staleTime: 60_000,
  gcTime: 0,
})

/** The current address of a name that was entered for a payee. */
export function nameCheckQuery(name: string, payee: Address) {
  return queryOptions({
    queryKey: ['name-check', 56, name, payee],
    queryFn: () => resolveName(bscRpc, name),
    staleTime: Number.POSITIVE_INFINITY,
    // The next review looks again.
    gcTime: 0,
  })
}

/** How many batches are simulated. Each one is a request of a few kilobytes to a public node. */
export const MAX_SIMULATED = 5

/** Simulates the first batches of a Safe's payments on a node, without any key. */
export function simulationQuery(safe: Address, calls: readonly Call[], limit: number) {
  return queryOptions({
    queryKey: ['simulation', 56, safe, limit, contentOf(safe, calls)],
    queryFn: async () => {
      const { simulateCalls } = await import('#safe/proposal/simulate.ts')
      const all: SimulationResult[] = []
      for (let from = 0; from < calls.length && all.length < MAX_SIMULATED; from += limit) {
        all.push(await simulateCalls(bscRpc, safe, calls.slice(from, from + limit)))
      }
      return all
    },
    staleTime: 60_000,
    gcTime: 0,
  })
}
