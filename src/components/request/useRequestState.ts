import { useMemo, useState } from 'react'
import type { Hash } from 'viem'
import type { Account } from '#account/Account.ts'
import type { ListedAccount } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import type { LookAlike } from '#chain/names/lookAlike.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { useFindLookAlike } from '#components/payee/usePastPayees.ts'
import { noLists, useBatchContents } from '#components/payment/useIncoming.ts'
import { paidBy } from '#domain/activity/lookAlikeFlags.ts'
import { watchedSafe } from '#domain/activity/watchedSafes.ts'
import type { KeptRequest } from '#domain/request/keptRequests.ts'
import { isRateExpired, type PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { hashesInIds } from '#domain/request/paymentsSeen.ts'
import { requestKey } from '#domain/request/requestLink.ts'
import { attributePayments, requestStatus, unlessUnread } from '#domain/request/requestStatus.ts'
import { usePagedList } from '#queries/activityLists.ts'
import { useNow } from '#ui/useNow.ts'
import { useRequestEvidence } from './useRequestEvidence.ts'

/** The connected account's history with a payee. */
export type PayeeHistory = {
  readonly account: Account
  readonly state: 'reading' | 'read' | 'not-read'
  /** Payments to it in the loaded history. */
  readonly times: number
  /** An earlier payee that this one can be mistaken for. */
  readonly alike: LookAlike | null
}

/** Null while no account is connected, because there is no history. */
export function usePayeeHistory(payee: Address): PayeeHistory | null {
  const account = useAccount()
  const listed = account ?? noLists
  const { query } = usePagedList(listed, 'history')
  const items = query.data?.items ?? []
  const contents = useBatchContents(listed, items)
  const alike = useFindLookAlike(listed)(payee)
  if (!account) return null
  return {
    account,
    state: query.data ? 'read' : query.error ? 'not-read' : 'reading',
    times: paidBy(listed.kind, items, contents).filter((paid) => paid === payee).length,
    alike,
  }
}

/**
 * The account whose queue and history may contain the payment: the requested Safe, otherwise the viewer; null
 * if neither is known.
 */
function useRequestPayer({ payee, payer }: PaymentRequest): ListedAccount | null {
  const account = useAccount()
  const asked = useMemo(() => payer && watchedSafe(payer), [payer])
  if (account && account.address === payer) return account
  return asked ?? (account && account.address !== payee ? account : null)
}

/** Payments up to this much older (ms) are offered as possible matches. */
const SHORTLY_BEFORE = 3_600_000

/**
 * The status of one request, and a person's answers about it on this page.
 * @param kept all requests of this browser: a payment attributed to another one does not count
 */
export function useRequestState(request: PaymentRequest, kept: readonly KeptRequest[]) {
  const now = useNow()
  const payer = useRequestPayer(request)
  const key = requestKey(request)
  const [claimedHere, setClaimed] = useState<readonly string[]>([])
  const [named, setNamed] = useState<readonly Hash[]>([])
  const rivals = useMemo(() => kept.filter((one) => isRival(one.request, request)), [kept, request])
  const known = rivals.find((one) => requestKey(one.request) === key)
  const claimed = useMemo(() => [...(known?.claimed ?? []), ...claimedHere], [known, claimedHere])
  const hashes = [...new Set([...hashesInIds(claimed), ...named])]
  const sight = useRequestEvidence(request, [request], hashes, payer)
  const { of, others } = attributePayments(
    [...rivals.filter((one) => one !== known), { request, claimed }],
    sight.payments,
  )
  const own = of.get(key) ?? []
  return {
    payer,
    sight,
    own,
    // The viewer can spot a wrong clock, but payments from long before the request are no candidates.
    others: others.filter(({ at }) => at === null || at >= request.madeAt * 1_000 - SHORTLY_BEFORE),
    named,
    claimed,
    // An offer that has ended can't be paid in any case.
    status: isRateExpired(request, now)
      ? requestStatus(request, own, sight.queued, now)
      : unlessUnread(requestStatus(request, own, sight.queued, now), sight.isUnread),
    name: (hash: Hash) => setNamed((before) => [...new Set([...before, hash])]),
    claim: (id: string) => setClaimed((before) => [...new Set([...before, id])]),
  }
}

/** Requests of one payee in one token: a payment may belong to any of them. */
function isRival(a: PaymentRequest, b: PaymentRequest): boolean {
  return a.payee === b.payee && a.token.address === b.token.address
}
