import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Hash } from 'viem'
import type { ActivityItem, ItemPage, ListedAccount } from '#account/Activity.ts'
import { getBlockTime } from '#chain/logs/blockTime.ts'
import type { Address } from '#chain/money/Address.ts'
import { bscRpc, scanRpc } from '#chain/rpc/bscRpc.ts'
import { contentOf, readWithQuorum } from '#chain/rpc/quorum.ts'
import { type Rpc, readChain } from '#chain/rpc/Rpc.ts'
import { getFee, getReceipt } from '#chain/rpc/rpcMethods.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { getSentCall, readFinalBlock, readFinalTime } from '#chain/settlement/settlement.ts'
import type { IncomingWatch } from '#domain/activity/incoming.ts'
import { extended, type PagedList, refreshed } from '#domain/activity/pagedList.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import type { ReviewedProposal } from '#safe/proposal/reviewed.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { intervals, polling } from './polling.ts'

/** The content of a proposal is not part of a first screen. */
const executions = () => import('#safe/proposal/executionOf.ts')

/** The cost of a transaction, as two operators report it; null if they do not agree. It never changes. */
export function feeQuery(hash: Hash) {
  return queryOptions({
    queryKey: ['fee', 56, hash],
    queryFn: async () => {
      const fee = await readWithQuorum(bscRpc, (node) => readChain(() => getFee(node, hash)), feeKey)
      return fee.kind === 'agreed' ? fee.value : null
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Without it a page lacks only the fee.
    meta: { isSaidInPlace: true },
  })
}

function feeKey(fee: Awaited<ReturnType<typeof getFee>>): string | null {
  return fee && `${fee.payer} ${fee.value}`
}

/** The proposals of a Safe that a transaction executed, as two operators report them; none if they do not agree. */
export function executedProposalsQuery(safe: Address, hash: Hash) {
  return queryOptions({
    queryKey: ['executed-proposals', 56, safe, hash],
    queryFn: async () => {
      const read = (node: Rpc) => readChain(() => getReceipt(node, hash))
      const found = await readWithQuorum(bscRpc, read, (receipt) => receipt && contentOf(receipt))
      if (found.kind !== 'agreed' || !found.value) return []
      return (await executions()).executedIn(found.value, safe)
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Without them a page lacks only the words of a list.
    meta: { isSaidInPlace: true },
  })
}

/** When a final block was made, in ms; null if its node reports an impossible time. It never changes. */
export function blockTimeQuery(block: bigint) {
  return queryOptions({
    queryKey: ['block-time', 56, block.toString()],
    queryFn: () => readChain(() => getBlockTime(scanRpc, block)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The time of the final block of a transaction, as two operators report it, in ms; null while they do not. */
export function finalTimeQuery(hash: Hash) {
  return queryOptions({
    queryKey: ['final-time', 56, hash],
    queryFn: () => readChain(() => readFinalTime(bscRpc, hash)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Beyond this difference (ms) the chain's clock replaces the device's: a final block is only a few seconds old. */
const CLOCK_ERROR = 60_000

/** By how much (ms) the clock of this device is wrong, as two operators date the latest final block; 0 if it is right. */
export const clockErrorQuery = queryOptions({
  queryKey: ['clock-error', 56],
  queryFn: () =>
    readChain(async () => {
      const block = await readFinalBlock(bscRpc)
      const time = await readWithQuorum(bscRpc, (node) => getBlockTime(node, block), String)
      const isProven = time.kind === 'agreed' || (time.kind === 'alone' && !bscRpc.witnesses)
      const error = isProven && time.value !== null ? Date.now() - time.value : 0
      return Math.abs(error) > CLOCK_ERROR ? error : 0
    }),
  // Without it a request has the time of this device.
  meta: { isSaidInPlace: true },
})

/** The transfers of one transaction, polled until its block is final and has a time. */
export function paidTransfersQuery(hash: Hash) {
  const paced = polling(intervals.settlement)
  return queryOptions({
    queryKey: ['paid-transfers', 56, hash],
    queryFn: async () => {
      const { readPaidTransfers } = await import('#safe/proposal/paidTransfers.ts')
      return readChain(() => readPaidTransfers(bscRpc, hash))
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval(query) {
      const { data } = query.state
      // The time of its block may still be unread.
      return data?.kind === 'final' && data.at !== null ? false : paced(query)
    },
  })
}

/** The contents of an executed batch of a Safe. They never change. */
export function executedContentQuery(safe: Address, hash: Hash) {
  return queryOptions({
    queryKey: ['executed', 56, safe, hash],
    queryFn: async () => {
      const { readExecutedContent } = await executions()
      return readChain(() => readExecutedContent(bscRpc, safe, hash))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Searches for payments received by an account. Its result is in `watch`; the query only drives it. */
export function incomingQuery(account: Address, watch: IncomingWatch) {
  return queryOptions({
    queryKey: incomingKey(account),
    queryFn: () => readChain(async () => (await watch.refresh()).tokens?.to.toString() ?? null),
    refetchInterval: polling(intervals.activityItem),
  })
}

/** Reads the status of one executed list item from the chain. A proven status is never read again. */
export function itemStatusQuery(rpc: Rpc, safe: Address, item: ActivityItem) {
  const paced = polling(intervals.activityItem)
  return queryOptions({
    queryKey: ['item-status', 56, safe, item.id, item.hash, item.status.kind, item.twins ?? 0],
    queryFn: async () => {
      // The status code is not part of the first screen.
      const { readItemStatus } = await import('#domain/activity/itemStatus.ts')
      return readChain(() => readItemStatus(rpc, safe, item))
    },
    enabled: item.hash !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) => {
      const found = query.state.data
      const isOver = found && found.kind !== 'pending' && found.kind !== 'confirming' && !isYoung(found)
      return isOver ? false : paced(query)
    },
  })
}

function isYoung(status: PaymentStatus): boolean {
  return status.kind === 'unknown' && status.why === 'not-final'
}

const paced = polling(intervals.proposal)

/**
 * One proposal, computed and compared locally, also with the review in this browser: every page judges it by this
 * report. `revision` is its state in a list: when it changes, the proposal is read again.
 */
export function proposalQuery(
  listed: ListedAccount,
  safeTxHash: SafeTxHash,
  reviewed: readonly ReviewedProposal[],
  revision: string | null = null,
) {
  return queryOptions({
    queryKey: [
      ...activityKey(listed),
      'proposal',
      safeTxHash,
      revision,
      reviewed.map(({ at, calls, inLargerBatch }) => `${at} ${calls.length} ${inLargerBatch}`).join(),
    ],
    async queryFn({ signal }) {
      const report = (await listed.activity.proposal?.(safeTxHash, signal)) ?? null
      if (report === null || reviewed.length === 0) return report
      // The comparison is not part of the first screen.
      const { withReviewed } = await import('#safe/proposal/reviewed.ts')
      return withReviewed(report, reviewed)
    },
    // Beside a list, the list is polled; the page of a single proposal polls by itself.
    refetchInterval: (query) => {
      const wait = paced(query)
      if (revision === null || query.state.status === 'error') return wait
      return query.state.data?.version === null ? intervals.unconfirmedProposal : false
    },
    staleTime: revision === null ? 0 : Number.POSITIVE_INFINITY,
  })
}

/**
 * What a node knows of the transaction that a wallet named for the execution of a proposal: `other` if it executes
 * something else. It proves nothing, see `proposalQuery`. @param hash null for none
 */
export function namedExecutionQuery({ safe, safeTxHash, tx }: ProposalReport, hash: Hash | null) {
  const paced = polling(intervals.settlement)
  return queryOptions({
    queryKey: ['named-execution', 56, safeTxHash, hash],
    enabled: hash !== null,
    queryFn: async () => {
      const sent = hash && (await readChain(() => getSentCall(bscRpc, hash)))
      if (!sent) return 'unseen'
      const [{ executedTx }, SafeTx] = await Promise.all([executions(), import('#safe/tx/SafeTx.ts')])
      const named = executedTx(sent, safe, tx.nonce)
      return named && SafeTx.hash(safe, named) === SafeTx.hash(safe, tx) ? 'seen' : 'other'
    },
    // A node may forget a transaction that it has seen.
    refetchInterval: (query) => (query.state.data === 'other' ? false : paced(query)),
    meta: { isSaidInPlace: true },
  })
}

const empty: ItemPage = { items: [], cursor: null, unreadable: 0, source: '' }

/** Key prefix of everything that is listed of an account. */
export function activityKey(account: ListedAccount) {
  return ['activity', 56, account.kind, account.address] as const
}

/** Key of the search for payments received by an account. */
function incomingKey(account: Address) {
  return ['incoming', 56, account] as const
}

/** Reads everything that is listed of an account again, as after a submit. */
export function refreshLists(client: QueryClient, account: ListedAccount): Promise<void> {
  return client.invalidateQueries({ queryKey: activityKey(account) })
}

/** Reads what the page shows of an account again, although the page is hidden and does not poll. */
export function pollHidden(client: QueryClient, account: ListedAccount): void {
  for (const queryKey of [activityKey(account), incomingKey(account.address)])
    void client.refetchQueries({ queryKey, type: 'active' })
}

/**
 * Queue or history of an account, shared by all pages: its head is polled while the page is visible, the rest is loaded
 * on demand (`usePagedList`). Without a queue the list is empty.
 * @param isOnce the first answer is enough
 */
export function listQuery(listed: ListedAccount, name: 'queued' | 'history', isOnce = false) {
  const paced = polling(intervals[name])
  const queryKey = [...activityKey(listed), 'pages', name] as const
  const read = listed.activity[name]
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<PagedList> => {
      const head = read ? await read(null, signal) : empty
      const before = client.getQueryData<PagedList>(queryKey)
      if (name === 'history' || !read) return refreshed(before, head)
      // Items that leave a queue must leave the list, so everything shown is read again.
      let queue = refreshed(undefined, head)
      for (let pages = before?.followed.length ?? 0; pages > 0 && queue.cursor !== null; pages--) {
        queue = extended(queue, await read(queue.cursor, signal))
      }
      return queue
    },
    refetchInterval: (query) => (isOnce && query.state.data ? false : paced(query)),
  })
}

/**
 * A list and a way to load its next page.
 * @param isRead false while nothing of it is needed; `once` where its first answer is enough, so that a page which reads
 * the same for another reason does not ask twice
 */
export function usePagedList(
  listed: ListedAccount,
  name: 'queued' | 'history',
  isRead: boolean | 'once' = true,
) {
  const client = useQueryClient()
  const options = listQuery(listed, name, isRead === 'once')
  const query = useQuery({ ...options, enabled: isRead !== false })
  const more = useMutation({
    mutationFn: async () => {
      const cursor = query.data?.cursor ?? null
      const page = cursor !== null && (await listed.activity[name]?.(cursor, new AbortController().signal))
      // Another page may have loaded it meanwhile. Appended twice, its cursor would look like a circle.
      if (page)
        client.setQueryData(options.queryKey, (list) =>
          list?.cursor === cursor ? extended(list, page) : list,
        )
    },
  })
  return { query, more }
}
