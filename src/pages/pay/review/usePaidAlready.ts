import type { Account } from '#account/Account.ts'
import { useBatchContents } from '#components/payment/useIncoming.ts'
import { useProposals } from '#components/proposal/useProposals.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { historyPayments, queuedPayments } from '#domain/request/paymentsSeen.ts'
import { CLOCK_SKEW, type SeenPayment } from '#domain/request/requestStatus.ts'
import { usePagedList } from '#queries/activityLists.ts'

/**
 * Payments that the paying account already made or queued for a request, from its own history and queue. Null:
 * nothing found.
 */
export type PaidAlready = {
  readonly kind: 'paid' | 'queued'
  /** The payments that were found, newest first. */
  readonly payments: readonly Pick<SeenPayment, 'value' | 'at'>[]
} | null

/**
 * Checks whether the account has paid or queued a payment to the payee in this token since the request was
 * made. Until `state` is `read`, a missing result proves nothing.
 */
export function usePaidAlready(account: Account): {
  readonly state: 'reading' | 'read' | 'not-read'
  readonly of: (request: PaymentRequest) => PaidAlready
} {
  const history = usePagedList(account, 'history').query
  const queue = usePagedList(account, 'queued').query
  const items = history.data?.items ?? []
  const contents = useBatchContents(account, items)
  const proposals = useProposals(account, queue.data?.items ?? [])
  const computed = [...proposals.values()]
  const reports = computed.flatMap((one) => (one.state === 'done' && one.report ? [one.report] : []))
  const error = history.error ?? queue.error ?? computed.find((one) => one.state === 'error')
  const isRead =
    history.data !== undefined && queue.data !== undefined && computed.every(({ state }) => state === 'done')
  return {
    state: isRead ? 'read' : error ? 'not-read' : 'reading',
    of(request) {
      const queued = queuedPayments(reports, request)
      if (queued.length > 0) return { kind: 'queued', payments: queued }
      const since = items.filter(({ at }) => at === null || at >= request.madeAt * 1_000 - CLOCK_SKEW)
      const payments = historyPayments(since, contents, request)
      return payments.length > 0 ? { kind: 'paid', payments } : null
    },
  }
}
