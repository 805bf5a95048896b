import type { QueryClient } from '@tanstack/react-query'
import type { ActivityItem, Listed } from '#account/Activity.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { itemStatusQuery } from '#domain/activity/itemStatusQuery.ts'
import { settledWords } from '#domain/activity/itemWords.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import type { AccountingFile } from './AccountingFile.ts'
import { itemRows } from './accountingRows.ts'
import { askChain } from './askChain.ts'
import { missingWords, noteWords } from './fileWords.ts'

/** The file of a Safe: what is loaded of its history, each payment in the words that the list has for it. */
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
  const unchecked = await askChain(client, asked.map(queryOf))
  const found = itemRows(address, items, contents, (item) => {
    const status = client.getQueryData<PaymentStatus>(queryOf(item).queryKey)
    return settledWords(item, status, status === undefined).words
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
