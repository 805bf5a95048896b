import type { QueryClient } from '@tanstack/react-query'
import { feedOf, type Price } from '#chain/prices/feeds.ts'
import { priceReader } from '#chain/prices/priceAt.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { priceAtQuery } from '#domain/activity/activityQueries.ts'
import type { AccountingFile, AccountingRow } from './AccountingFile.ts'
import { readChainQueries } from './historyFile.ts'

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
