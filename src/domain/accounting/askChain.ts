import type { QueryClient } from '@tanstack/react-query'
import { inLanes } from './inLanes.ts'

/** So much is asked for one file; the words of the rest quote their source. */
const MAX_ASKED = 500

type Asked = { readonly queryKey: readonly unknown[]; readonly queryFn?: unknown }

/** Reads what the page does not know yet. Returns how many questions stay open. */
export async function askChain(client: QueryClient, queries: readonly Asked[]): Promise<number> {
  const open = queries.filter(({ queryKey }) => client.getQueryData(queryKey) === undefined)
  const now = open.slice(0, MAX_ASKED)
  const left = await inLanes(now, (query) =>
    client.fetchQuery(query as Parameters<QueryClient['fetchQuery']>[0]),
  )
  return left + open.length - now.length
}
