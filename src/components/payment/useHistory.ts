import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import { usePortal } from '#account/connection.ts'
import { factsOf } from '#account/facts.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { useDollars } from '#components/settings/switches.ts'
import type { AccountingFile } from '#domain/accounting/AccountingFile.ts'
import { withNames } from '#domain/accounting/accountingRows.ts'
import { accountingFileName, accountingText } from '#domain/accounting/writeAccounting.ts'
import { suspicions } from '#domain/activity/historyLines.ts'
import { knownSince } from '#domain/activity/incoming.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { nameBeside } from '#domain/payout/payoutOrigins.ts'
import {
  historyFile,
  walletFile,
  withKept,
  withNetworkFees,
  withoutPrices,
  withPrices,
} from '#queries/accountingFiles.ts'
import { usePagedList } from '#queries/activity.ts'
import type { FileWay } from '#ui/file/FileButton.tsx'
import { useBatchContents, useIncoming } from './useIncoming.ts'

const none: readonly ActivityItem[] = []

/**
 * The payments of an account as far as they are loaded, and their accounting file, with the words that this
 * browser keeps of them: of all at once, because a part of them does not show which request each answers. `complete` adds
 * names, network fees and prices, of which `left` are still to be read.
 * @param isRead false to take only what another part of the page reads
 * @param isAsked the items of a Safe that a file is about: only a limited number is compared with the chain. Of the others
 * it has what was received, to tell which request each payment answers
 */
export function useHistory(
  listed: ListedAccount,
  isRead: boolean,
  isAsked: (item: ActivityItem) => boolean = () => true,
) {
  const client = useQueryClient()
  const { isListed } = factsOf(listed)
  const { query, more } = usePagedList(listed, 'history', isRead)
  const { incoming, query: reading, watch } = useIncoming(listed.address, isRead && !isListed)
  const items = query.data?.items ?? none
  const askedFirst = items.toSorted((a, b) => Number(isAsked(b)) - Number(isAsked(a)))
  const contents = useBatchContents(listed, isListed ? askedFirst : none)
  const { storage } = usePortal().page
  const isPriced = useDollars()
  const { labelOf } = usePeople()
  const [left, setLeft] = useState(0)
  const complete = async (file: AccountingFile) => {
    const named = withNames(file, (other, beside) => nameBeside(labelOf(other), beside))
    const unpriced = await withNetworkFees(client, named, setLeft)
    return isPriced ? await withPrices(client, bscRpc, unpriced, setLeft) : withoutPrices(unpriced)
  }
  /** Suspicious payments are left out. @param edge how a wallet's file says since when */
  const make = async (list: PagedList, edge?: 'day'): Promise<AccountingFile> => {
    if (!isListed) {
      const file = await walletFile(client, listed, list, incoming, edge)
      return withKept(storage, file, (token) => knownSince(incoming, token))
    }
    const hidden = new Set(suspicions(listed.address, items, contents).keys())
    const its = {
      ...list,
      items: list.items.filter((one) => isAsked(one) || one.what.kind === 'transfer-in'),
    }
    const file = await historyFile(client, bscRpc, listed, its, contents, hidden, isAsked)
    const isWhole = query.data?.cursor === null && !query.data.cut
    return withKept(storage, file, () =>
      isWhole ? 0 : (items.findLast(({ at }) => at !== null)?.at ?? null),
    )
  }
  return { isListed, query, more, incoming, reading, watch, items, contents, make, complete, left }
}

/** An accounting file as CSV and for Excel. @param month of a statement, `2026-10`; '' for a list */
export function accountingWays(make: () => Promise<AccountingFile>, month = ''): readonly [FileWay, FileWay] {
  const given = (file: AccountingFile, kind: 'csv' | 'xlsx', content: Blob) => ({
    name: accountingFileName(file, kind, month),
    content,
    about: file.notes.join(' '),
  })
  const csv = async () => {
    const file = await make()
    return given(file, 'csv', new Blob([accountingText(file)], { type: 'text/csv;charset=utf-8' }))
  }
  const excel = async () => {
    const file = await make()
    const { accountingWorkbook } = await import('#domain/accounting/accountingWorkbook.ts')
    return given(file, 'xlsx', await accountingWorkbook(file))
  }
  return [
    { icon: 'table-2', label: 'CSV', make: csv },
    { icon: 'file-spreadsheet', label: 'Excel', make: excel },
  ]
}
