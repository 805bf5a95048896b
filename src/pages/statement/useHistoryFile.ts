import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Account } from '#account/Account.ts'
import type { ActivityItem } from '#account/Activity.ts'
import { factsOf } from '#account/facts.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { useBatchContents, useIncoming } from '#components/payment/useIncoming.ts'
import { hasLooked, type Incoming } from '#domain/activity/incoming.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { suspicions } from '#domain/activity/receivedItems.ts'
import { historyFile, walletFile } from '#queries/accountingFiles.ts'
import { usePagedList } from '#queries/activityLists.ts'
import { historyFileQuery } from '#queries/statement.ts'

const none: readonly ActivityItem[] = []

const SENT_TIMES = 'A payment sent from here has the time of its request, by the clock of this device.'

/**
 * All payments of an account since a time, as an accounting file without names, fees and prices; null until they are
 * read. A service's list is loaded until it reaches back that far.
 * @param since ms since the epoch
 */
export function useHistoryFile(account: Account, since: number) {
  const client = useQueryClient()
  const { isListed } = factsOf(account)
  const { query, more } = usePagedList(account, 'history')
  const { incoming, query: reading, watch } = useIncoming(account.address, !isListed)
  const list = query.data
  const items = list?.items ?? none
  const contents = useBatchContents(account, isListed ? items : none)
  const oldest = items.findLast(({ at }) => at !== null)?.at ?? Number.POSITIVE_INFINITY
  const isBack = list !== undefined && (list.cursor === null || oldest < since)
  const next = useEffectEvent(() => more.mutate())
  // By its cursor, because a page may come before React has drawn that it was asked for.
  const from = isBack || more.isPending || more.error ? null : (list?.cursor ?? null)
  useEffect(() => {
    if (from !== null) next()
  }, [from])
  const isRead = isBack && (isListed || hasLooked(incoming))
  const facts = [
    items.map(({ id, status }) => [id, status.kind === 'judged' ? status.status.kind : status.kind]),
    contents.size,
    isListed ? null : coverageOf(incoming),
  ]
  const make = async (loaded: PagedList) => {
    if (!isListed) {
      const own = await walletFile(client, account, loaded, incoming, 'day')
      return { ...own, notes: [...own.notes, SENT_TIMES] }
    }
    const hidden = new Set(suspicions(account.address, items, contents).keys())
    // Older pages hold no payment since that time.
    const whole = oldest < since ? { ...loaded, cursor: null, cut: false } : loaded
    return historyFile(client, bscRpc, account, whole, contents, hidden)
  }
  const file = useQuery(historyFileQuery(account, since, facts, isRead && list ? () => make(list) : null))
  return {
    file: file.data ?? null,
    failed: [query, reading, file].find(({ error }) => error !== null) ?? null,
    again: more.error ? () => more.mutate() : null,
    incoming: isListed ? null : incoming,
    lookBack: () => void watch.lookBack(),
  }
}

/** Changes with what was found, not with every new block. */
function coverageOf({ tokens, bnb }: Incoming): unknown {
  const known = bnb === null || bnb === 'unsupported' ? bnb : [bnb.from, bnb.arrivals.length, bnb.unexplained]
  return [tokens?.from, tokens?.transfers.length, known]
}
