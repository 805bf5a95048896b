import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import { usePortal } from '#account/connection.ts'
import { factsOf } from '#account/facts.ts'
import { bscRpc } from '#chain/rpc/createRpc.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { useDollars } from '#components/settings/switches.ts'
import type { AccountingFile } from '#domain/accounting/AccountingFile.ts'
import { withNames } from '#domain/accounting/accountingRows.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { suspicions } from '#domain/activity/receivedItems.ts'
import { nameBeside } from '#domain/payout/payoutOrigins.ts'
import {
  historyFile,
  walletFile,
  withKept,
  withNetworkFees,
  withoutPrices,
  withPrices,
} from '#queries/accountingFiles.ts'
import { usePagedList } from '#queries/activityLists.ts'
import { useBatchContents, useIncoming } from './useIncoming.ts'

const none: readonly ActivityItem[] = []

/**
 * The payments of an account as far as they are loaded, and their accounting file. `complete` adds to it what this
 * browser knows of its payments, their network fees and their prices, of which `left` are still to be read.
 * @param isRead false to take only what another part of the page reads
 */
export function useHistory(listed: ListedAccount, isRead: boolean) {
  const client = useQueryClient()
  const { isListed } = factsOf(listed)
  const { query, more } = usePagedList(listed, 'history', isRead)
  const { incoming, query: reading, watch } = useIncoming(listed.address, isRead && !isListed)
  const items = query.data?.items ?? none
  const contents = useBatchContents(listed, isListed ? items : none)
  const { storage } = usePortal().page
  const isPriced = useDollars()
  const { labelOf } = usePeople()
  const [left, setLeft] = useState(0)
  const complete = async (file: AccountingFile) => {
    const named = withNames(withKept(storage, file), (other, beside) => nameBeside(labelOf(other), beside))
    const unpriced = await withNetworkFees(client, named, setLeft)
    return isPriced ? await withPrices(client, bscRpc, unpriced, setLeft) : withoutPrices(unpriced)
  }
  /** Suspicious payments are left out. @param edge how a wallet's file says since when */
  const make = (list: PagedList, edge?: 'day'): Promise<AccountingFile> => {
    if (!isListed) return walletFile(client, listed, list, incoming, edge)
    const hidden = new Set(suspicions(listed.address, items, contents).keys())
    return historyFile(client, bscRpc, listed, list, contents, hidden)
  }
  return { isListed, query, more, incoming, reading, watch, items, contents, make, complete, left }
}
