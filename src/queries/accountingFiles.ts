import type { QueryClient } from '@tanstack/react-query'
import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import * as Token from '#chain/money/Token.ts'
import { feedOf, type Price } from '#chain/prices/feeds.ts'
import { priceReader } from '#chain/prices/priceAt.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { AccountingFile, AccountingRow } from '#domain/accounting/AccountingFile.ts'
import { feeHashes, itemRows, receivedRow, withFees, withOrigins } from '#domain/accounting/accountingRows.ts'
import { missingItemWords, noteWords } from '#domain/accounting/writeAccounting.ts'
import {
  asItem,
  BNB_UNREAD,
  bnbWords,
  NO_BALANCES,
  receivedItems,
  tokenWords,
} from '#domain/activity/historyLines.ts'
import type { Incoming } from '#domain/activity/incoming.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { paymentWords, receivedWords, reportedWords, settledWords } from '#domain/activity/paymentWords.ts'
import { listedName, nameInRow, payoutOrigins, rowsInTurn } from '#domain/payout/payoutOrigins.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { requestKey } from '#domain/request/requestLink.ts'
import { attributePayments, type SeenPayment } from '#domain/request/requestStatus.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { blockTimeQuery, feeQuery, finalTimeQuery, itemStatusQuery } from './activity.ts'
import { priceAtQuery } from './prices.ts'

/** Maximum reads per file. The remaining items quote their source. */
const MAX_ASKED = 500

type ChainQuery = { readonly queryKey: readonly unknown[]; readonly queryFn?: unknown }

/**
 * Reads the data that the page does not have yet. Returns how many reads are still missing.
 * @param onLeft called with the number of reads to go
 */
async function readChainQueries(
  client: QueryClient,
  queries: readonly ChainQuery[],
  onLeft: (left: number) => void = () => {},
): Promise<number> {
  const open = queries.filter(({ queryKey }) => client.getQueryData(queryKey) === undefined)
  const now = open.slice(0, MAX_ASKED)
  let reading = now.length
  onLeft(reading)
  const left = await inLanes(now, async (query) => {
    await client.fetchQuery(query as Parameters<QueryClient['fetchQuery']>[0])
    onLeft(--reading)
  })
  return left + open.length - now.length
}

/**
 * The file of a Safe: the loaded part of its history, each payment with the status words of the list.
 * @param isAsked the items that are compared with the chain, which takes a read for each
 */
export async function historyFile(
  client: QueryClient,
  rpc: Rpc,
  listed: ListedAccount,
  list: PagedList,
  contents: ReadonlyMap<string, ProposalContent>,
  hidden: ReadonlySet<string>,
  isAsked: (item: ActivityItem) => boolean = () => true,
): Promise<AccountingFile> {
  const { address } = listed
  const items = list.items.filter(({ id }) => !hidden.has(id))
  const queryOf = (item: ActivityItem) => itemStatusQuery(rpc, address, item)
  const asked = items.filter((item) => item.hash !== null && isAsked(item))
  const unchecked = await readChainQueries(client, asked.map(queryOf))
  const found = itemRows(address, items, contents, (item) => {
    const status = client.getQueryData<PaymentStatus>(queryOf(item).queryKey)
    return settledWords(item, status, status === undefined, contents.get(item.id)).title
  })
  const { source } = list
  const { coverage } = listed.activity
  return {
    account: address,
    writtenAt: Date.now(),
    partial: missingItemWords(list, found),
    notes: noteWords({ source, coverage, suspicious: hidden.size, others: found.others, unchecked }),
    rows: found.rows,
  }
}

const SENT_TIMES = 'A payment sent from here that isn’t final has the time of its request.'

/** The rows with the times of their final blocks, which replace those by the device's clock. */
async function withFinalTimes(
  client: QueryClient,
  rows: readonly AccountingRow[],
): Promise<{ readonly rows: readonly AccountingRow[]; readonly isWhole: boolean }> {
  const timeOf = ({ hash }: AccountingRow) => hash && client.getQueryData(finalTimeQuery(hash).queryKey)
  const queries = [...new Set(rows.flatMap(({ hash }) => hash ?? []))].map(finalTimeQuery)
  // It may be final by now.
  for (const query of queries) if (client.getQueryData(query.queryKey) === null) client.removeQueries(query)
  await readChainQueries(client, queries)
  return { rows: rows.map((row) => ({ ...row, at: timeOf(row) ?? row.at })), isWhole: rows.every(timeOf) }
}

/**
 * The file of a wallet: payments sent from this browser, and payments received in the blocks that nodes serve.
 * @param edge how it says since when: a file to the block, a paper by the day
 */
export async function walletFile(
  client: QueryClient,
  listed: ListedAccount,
  list: PagedList,
  incoming: Incoming,
  edge: 'block' | 'day' = 'block',
): Promise<AccountingFile> {
  const { address } = listed
  const sent = list.items.filter(({ what }) => what.kind !== 'transfer-out' || what.amount.suspect === null)
  const paid = sent.flatMap(({ what }) => (what.kind === 'transfer-out' ? [what.to] : []))
  const items = receivedItems(incoming, address, paid)
  const shown = items.filter(({ suspicion }) => suspicion === null)
  const isNamed = (item: (typeof shown)[number]) => item.hash !== null
  const queryOf = (item: (typeof shown)[number]) => itemStatusQuery(bscRpc, address, asItem(item))
  const unchecked = await readChainQueries(client, shown.filter(isNamed).map(queryOf))
  await readChainQueries(
    client,
    shown.map(({ block }) => blockTimeQuery(block)),
  )
  const found = itemRows(address, sent, new Map(), ({ status }) =>
    status.kind === 'judged' ? paymentWords(status.status, 'sent').title : reportedWords(status).title,
  )
  const dated = await withFinalTimes(client, found.rows)
  const received = shown.map((item) => {
    const status = isNamed(item) ? client.getQueryData<PaymentStatus>(queryOf(item).queryKey) : undefined
    const at = client.getQueryData<number | null>(blockTimeQuery(item.block).queryKey) ?? null
    return receivedRow(address, item, at, receivedWords(item.hash, status).title)
  })
  const suspicious = items.length - shown.length + list.items.length - sent.length
  return {
    account: address,
    writtenAt: Date.now(),
    partial: [listed.activity.coverage, ...missingItemWords(list, found), ...receivedGaps(incoming, edge)],
    notes: [
      ...noteWords({ source: '', coverage: '', suspicious, others: found.others, unchecked }),
      ...(dated.isWhole ? [] : [SENT_TIMES]),
    ],
    rows: [...dated.rows, ...received],
  }
}

/** A wallet's list never reaches back to the beginning, so every file states its coverage. */
function receivedGaps({ tokens, bnb, looking }: Incoming, edge: 'block' | 'day'): readonly string[] {
  const at = edge === 'block' ? { since: null } : {}
  const words = tokens ? [tokenWords({ ...tokens, ...at }, false)] : ['Tokens: nothing read yet.']
  if (bnb === 'unsupported') words.push(BNB_UNREAD)
  else words.push(...(bnb ? bnbWords({ ...bnb, ...at }, false) : [NO_BALANCES]))
  return looking ? [...words, 'The list was still being read when this file was written.'] : words
}

/**
 * The file with the words of requests and payouts that this browser keeps.
 * @param sinceOf since when (ms) the file has every payment in a token; null if that cannot be said. A request from before
 * may have been paid by another one, so only a payment that it claims has its words
 */
export function withKept(
  storage: KeyValueStore,
  file: AccountingFile,
  sinceOf: (token: AccountingRow['token']) => number | null,
): AccountingFile {
  const requests = keptRequests.read(storage).items.filter(({ request }) => request.payee === file.account)
  const found = new Map<AccountingRow, PaymentRequest>()
  for (const key of new Set(requests.map(({ request }) => Token.key(request.token)))) {
    const ofToken = requests.filter(({ request }) => Token.key(request.token) === key)
    const claims = ofToken.flatMap(({ claimed }) => claimed)
    const arrived = file.rows.filter((row) => row.direction === 'in' && Token.key(row.token) === key)
    const rows = new Map(
      arrived.flatMap((row) => {
        const payment = seenIn(row)
        // A Safe's list names no log, so a claim is known by its transaction if that brought nothing else.
        const claim = row.logIndex === null && claims.find((id) => id.startsWith(`${row.hash}:`))
        const isAlone = claim && arrived.filter(({ hash }) => hash === row.hash).length === 1
        return payment ? [[isAlone ? { ...payment, id: claim } : payment, row] as const] : []
      }),
    )
    const [token] = ofToken.map(({ request }) => request.token)
    const since = token ? sinceOf(token) : null
    const { of } = attributePayments(ofToken, [...rows.keys()], since)
    for (const { request, claimed } of ofToken) {
      // Beyond its amount, another payment by the same sender may be for something else.
      let open = request.asked.kind === 'exact' ? request.asked.value : null
      for (const payment of of.get(requestKey(request)) ?? []) {
        const row = rows.get(payment)
        // Without the price of that time any payment could be for a dollar request.
        const isCovered = since !== null && since <= request.madeAt * 1_000
        const isOpen = isCovered && request.asked.kind !== 'usd' && (open === null || open > 0n)
        const isClear = isOpen || claimed.includes(payment.id)
        if (open !== null) open -= payment.value
        if (row && isClear) found.set(row, request)
      }
    }
  }
  const { ledger, read } = payoutStore(storage, file.account)
  const originsOf = payoutOrigins(ledger.list().attempts, read)
  const rowOf = rowsInTurn()
  return withOrigins(
    file,
    (row) => found.get(row) ?? null,
    ({ token, to, value }, ids) => {
      const origins = ids.flatMap(originsOf)
      const paid = to && { token: token.address, to, value }
      const row = paid && rowOf(origins, paid)
      // Several lists can share a transaction.
      const own = row ? origins.filter(({ payout }) => payout.rows.includes(row)) : origins
      const tag = own[0]?.payout.tag
      const isOne = own.every(({ payout }) => payout.tag === tag)
      return {
        memo: row?.note ?? '',
        reference: row?.reference ?? '',
        campaign: tag && isOne ? `#${tag}` : '',
        name: row ? nameInRow(row) : paid && listedName(origins, paid),
      }
    },
  )
}

/** A received payment as requests are compared with; null without a transaction. */
function seenIn({ hash, logIndex, block, from, value, at }: AccountingRow): SeenPayment | null {
  if (hash === null) return null
  const name = logIndex === null ? 'value' : `log-${logIndex}`
  return { id: `${hash}:${name}`, hash, name, block, from, value, at, proof: 'reported' }
}

/** The file with what the account paid for its transactions, as far as two operators agree on it. */
export async function withNetworkFees(
  client: QueryClient,
  file: AccountingFile,
  onLeft?: (left: number) => void,
): Promise<AccountingFile> {
  const queries = feeHashes(file).map(feeQuery)
  const feeOf = ({ queryKey }: Pick<(typeof queries)[number], 'queryKey'>) => client.getQueryData(queryKey)
  // No two operators have reported it, or it was in no block: they may by now.
  for (const query of queries) if (feeOf(query) === null) client.removeQueries(query)
  await readChainQueries(client, queries, onLeft)
  const unread = queries.filter((query) => !feeOf(query)).length
  const own = file.account.toLowerCase()
  const whole = withFees(file, (hash) => {
    const fee = feeOf(feeQuery(hash))
    return fee?.payer === own ? fee.value : null
  })
  const missing =
    unread === 0 ? [] : [`Network fees that could not be read: ${unread}. Export again to read them.`]
  return { ...whole, notes: [...whole.notes, ...missing] }
}

const ESTIMATES =
  'USD values are estimates: the amount at Chainlink’s price at the time of the payment, rounded to a cent. Where there was no such price they are empty.'

/** The file with the price of each payment's token at its time, as far as it can be read. */
export async function withPrices(
  client: QueryClient,
  rpc: Rpc,
  file: AccountingFile,
  onLeft?: (left: number) => void,
): Promise<AccountingFile> {
  const read = priceReader(rpc)
  const queryOf = ({ token, at }: Pick<AccountingRow, 'token' | 'at'>) =>
    at === null || !feedOf(token) ? null : priceAtQuery(token, at, read)
  const feeQueryOf = ({ fee, at }: AccountingRow) => (fee ? queryOf({ token: Token.BNB, at }) : null)
  const queries = file.rows.flatMap((row) =>
    [queryOf(row), feeQueryOf(row)].filter((query) => query !== null),
  )
  // Payments of one transaction share its time.
  const single = new Map(queries.map((query) => [query.queryKey.join(), query]))
  const unread = await readChainQueries(client, [...single.values()], onLeft)
  const rows = file.rows.map((row) => {
    const priceOf = (query: ReturnType<typeof queryOf>) =>
      (query && client.getQueryData<Price | null>(query.queryKey)) ?? null
    const fee = row.fee && { ...row.fee, price: priceOf(feeQueryOf(row)) }
    return { ...row, price: priceOf(queryOf(row)), fee }
  })
  const missing = unread === 0 ? [] : [`Prices that could not be read: ${unread}. Export again to read them.`]
  return { ...file, rows, notes: [...file.notes, ESTIMATES, ...missing] }
}

/** The file of somebody who wants no prices. */
export function withoutPrices(file: AccountingFile): AccountingFile {
  return { ...file, notes: [...file.notes, 'USD values are left out: Amounts in USD is off in Settings.'] }
}

/** Number of concurrent reads. */
const LANES = 4

/**
 * Processes items a few at a time and stops at the first failure, so that a dead node does not get hundreds
 * of requests. Returns how many items failed or were not processed.
 */
export async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  let next = 0
  let done = 0
  let failed = false
  const lane = async () => {
    for (let item = items[next++]; item !== undefined && !failed; item = items[next++]) {
      try {
        await work(item)
        done++
      } catch {
        failed = true
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return items.length - done
}
