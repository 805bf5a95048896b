import type { QueryClient } from '@tanstack/react-query'
import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import { feedOf, type Price } from '#chain/prices/feeds.ts'
import { priceReader } from '#chain/prices/priceAt.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { AccountingFile, AccountingRow } from '#domain/accounting/AccountingFile.ts'
import { itemRows, receivedRow } from '#domain/accounting/accountingRows.ts'
import { missingItemWords, noteWords } from '#domain/accounting/writeAccounting.ts'
import { BNB_UNREAD, bnbWords, NO_BALANCES, tokenWords } from '#domain/activity/historyLines.ts'
import type { Incoming } from '#domain/activity/incoming.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { paymentWords, receivedWords, reportedWords, settledWords } from '#domain/activity/paymentWords.ts'
import { asItem, receivedItems } from '#domain/activity/receivedItems.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { blockTimeQuery, itemStatusQuery } from './activity.ts'
import { priceAtQuery } from './prices.ts'

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

/** The file of a Safe: the loaded part of its history, each payment with the status words of the list. */
export async function historyFile(
  client: QueryClient,
  rpc: Rpc,
  listed: ListedAccount,
  list: PagedList,
  contents: ReadonlyMap<string, ProposalContent>,
  hidden: ReadonlySet<string>,
): Promise<AccountingFile> {
  const { address } = listed
  const items = list.items.filter(({ id }) => !hidden.has(id))
  const queryOf = (item: ActivityItem) => itemStatusQuery(rpc, address, item)
  const asked = items.filter(({ hash }) => hash !== null)
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

/** The file of a wallet: payments sent from this browser, and payments received in the blocks that nodes serve. */
export async function walletFile(
  client: QueryClient,
  listed: ListedAccount,
  list: PagedList,
  incoming: Incoming,
): Promise<AccountingFile> {
  const { address } = listed
  const sent = list.items.filter(({ what }) => what.kind !== 'transfer-out' || what.amount.suspect === null)
  const paid = sent.flatMap(({ what }) => (what.kind === 'transfer-out' ? [what.to] : []))
  const items = receivedItems(incoming, address, paid)
  const shown = items.filter(({ suspicion }) => suspicion === null)
  const isLogged = (item: (typeof shown)[number]) => item.hash !== null && item.token.address !== null
  const queryOf = (item: (typeof shown)[number]) => itemStatusQuery(bscRpc, address, asItem(item))
  const unchecked = await readChainQueries(client, shown.filter(isLogged).map(queryOf))
  await readChainQueries(
    client,
    shown.map(({ block }) => blockTimeQuery(block)),
  )
  const found = itemRows(address, sent, new Map(), ({ status }) =>
    status.kind === 'judged' ? paymentWords(status.status, 'sent').title : reportedWords(status).title,
  )
  const received = shown.map((item) => {
    const status = isLogged(item) ? client.getQueryData<PaymentStatus>(queryOf(item).queryKey) : undefined
    const at = client.getQueryData<number | null>(blockTimeQuery(item.block).queryKey) ?? null
    return receivedRow(address, item, at, receivedWords(status).title)
  })
  const suspicious = items.length - shown.length + list.items.length - sent.length
  return {
    account: address,
    writtenAt: Date.now(),
    partial: [listed.activity.coverage, ...missingItemWords(list, found), ...receivedGaps(incoming)],
    notes: noteWords({ source: '', coverage: '', suspicious, others: found.others, unchecked }),
    rows: [...found.rows, ...received],
  }
}

/** A wallet's list never reaches back to the beginning, so every file states its coverage, to the block. */
function receivedGaps({ tokens, bnb, looking }: Incoming): readonly string[] {
  const words = tokens ? [tokenWords({ ...tokens, since: null }, false)] : ['Tokens: nothing read yet.']
  if (bnb === 'unsupported') words.push(BNB_UNREAD)
  else words.push(...(bnb ? bnbWords({ ...bnb, since: null }, false) : [NO_BALANCES]))
  return looking ? [...words, 'The list was still being read when this file was written.'] : words
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
  const queryOf = ({ token, at }: AccountingRow) =>
    at === null || !feedOf(token) ? null : priceAtQuery(token, at, read)
  const queries = file.rows.flatMap((row) => queryOf(row) ?? [])
  // Payments of one transaction share its time.
  const single = new Map(queries.map((query) => [query.queryKey.join(), query]))
  const unread = await readChainQueries(client, [...single.values()], onLeft)
  const rows = file.rows.map((row) => {
    const query = queryOf(row)
    return { ...row, price: (query && client.getQueryData<Price | null>(query.queryKey)) ?? null }
  })
  const missing = unread === 0 ? [] : [`Prices that could not be read: ${unread}. Export again to read them.`]
  return { ...file, rows, notes: [...file.notes, ESTIMATES, ...missing] }
}

/** The file of somebody who wants no prices. */
export function withoutPrices(file: AccountingFile): AccountingFile {
  return { ...file, notes: [...file.notes, 'USD values are left out: Amounts in USD is off in Settings.'] }
}
