import type { QueryClient } from '@tanstack/react-query'
import type { ActivityItem, Listed } from '#account/Activity.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { itemStatusQuery } from '#domain/activity/activityQueries.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { settledWords } from '#domain/activity/paymentWords.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import type { AccountingFile } from './AccountingFile.ts'
import { itemRows } from './accountingRows.ts'
import { missingWords, noteWords } from './writeAccounting.ts'

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
export async function readChainQueries(
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
  listed: Listed,
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
    return settledWords(item, status, status === undefined, contents.get(item.id)).words
  })
  const { source } = list
  const { coverage } = listed.activity
  return {
    account: address,
    writtenAt: Date.now(),
    partial: missingWords(list, found),
    notes: noteWords({ source, coverage, suspicious: hidden.size, others: found.others, unchecked }),
    rows: found.rows,
  }
}
