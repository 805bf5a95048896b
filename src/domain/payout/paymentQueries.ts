import { queryOptions } from '@tanstack/react-query'
import type { Account, Submission } from '#account/Account.ts'
import { polling } from '#account/polling.ts'
import { isSettled, leastSettled } from '#chain/settlement/PaymentStatus.ts'

/** How often (ms) a payment is asked after that only people can move on, by signing it. */
const paced = polling(4_000)
/** The same for one that the chain or a service is about to move on: blocks come twice in a second. */
const soon = polling(2_000)

/** Where the payments of a submission stand; polls until nothing more will change. */
export function statusQuery(account: Account, submission: Submission) {
  const id = idOf(submission)
  return queryOptions({
    queryKey: ['status', 56, account.address, submission.kind, id, submission.calls.length],
    queryFn: ({ signal }) => account.status(submission, signal),
    staleTime: 0,
    refetchInterval: (query) => {
      const { data } = query.state
      if (data?.every(isSettled)) return false
      const kind = data && leastSettled(data).kind
      return kind === 'pending' || kind === 'confirming' ? soon(query) : paced(query)
    },
  })
}

function idOf(submission: Submission): string {
  switch (submission.kind) {
    case 'sent':
      return submission.hash
    case 'batched':
      return `${submission.id} ${submission.hash}`
    case 'proposed':
      // Two payments may stand in one transaction that a person has put together.
      return submission.among
        ? `${submission.safeTxHash} ${submission.calls.map(({ to, data }) => to + data).join()}`
        : submission.safeTxHash
  }
}

/** A wallet changes what it offers with its settings and after an upgrade of the account; ms. */
const STALE = 60_000

/** What the account can do with several calls; it is always answered, and `single` where nothing is known. */
export function batchingQuery(account: Account) {
  return queryOptions({
    queryKey: ['batching', 56, account.kind, account.address],
    queryFn: ({ signal }) => account.batching(signal),
    staleTime: STALE,
  })
}
