import type { QueryClient } from '@tanstack/react-query'
import type { Listed } from '#account/Activity.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { blockTimeQuery, itemStatusQuery } from '#domain/activity/activityQueries.ts'
import { BNB_UNREAD, bnbWords, NO_BALANCES, tokenWords } from '#domain/activity/historyLines.ts'
import type { Incoming } from '#domain/activity/incoming.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { paymentWords, receivedWords, reportedWords } from '#domain/activity/paymentWords.ts'
import { asItem, receivedItems } from '#domain/activity/receivedItems.ts'
import type { AccountingFile } from './AccountingFile.ts'
import { itemRows, receivedRow } from './accountingRows.ts'
import { readChainQueries } from './historyFile.ts'
import { missingWords, noteWords } from './writeAccounting.ts'

/** The file of a wallet: payments sent from this browser, and payments received in the blocks that nodes serve. */
export async function walletFile(
  client: QueryClient,
  listed: Listed,
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
    status.kind === 'judged' ? paymentWords(status.status, 'sent').title : reportedWords(status).words,
  )
  const received = shown.map((item) => {
    const status = isLogged(item) ? client.getQueryData<PaymentStatus>(queryOf(item).queryKey) : undefined
    const at = client.getQueryData<number | null>(blockTimeQuery(item.block).queryKey) ?? null
    return receivedRow(address, item, at, receivedWords(status).words)
  })
  const suspicious = items.length - shown.length + list.items.length - sent.length
  return {
    account: address,
    writtenAt: Date.now(),
    partial: [listed.activity.coverage, ...missingWords(list, found), ...receivedGaps(incoming)],
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
