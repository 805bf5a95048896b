import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Hash } from 'viem'
import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { useFindLookAlike } from '#components/payee/usePeople.ts'
import { noLists, useBatchContents, useIncoming } from '#components/payment/useIncoming.ts'
import { usePricedPayments } from '#components/price/prices.tsx'
import { useProposals } from '#components/proposal/useProposals.ts'
import { useEarlyChecks } from '#components/settings/switches.ts'
import { type Incoming, knownSince } from '#domain/activity/incoming.ts'
import { paidBy } from '#domain/activity/lookAlikeFlags.ts'
import { watchedSafe } from '#domain/activity/watchedSafes.ts'
import type { KeptRequest } from '#domain/request/keptRequests.ts'
import type { PaymentRequest, SignedRequest } from '#domain/request/PaymentRequest.ts'
import {
  hashesInIds,
  hasUnreadIncoming,
  historyHashes,
  incomingHashes,
  type PaidSubject,
  passedOn,
  queuedPayments,
  seenIn,
} from '#domain/request/paymentsSeen.ts'
import { attachedProof, type RequestIdentity, requestIdentity } from '#domain/request/requestIdentity.ts'
import { requestKey } from '#domain/request/requestLink.ts'
import {
  attributePayments,
  isRequestSettled,
  requestStatus,
  unlessUnread,
} from '#domain/request/requestStatus.ts'
import { type RequestEvidence, seesAll } from '#domain/request/statusWords.ts'
import { portalDomain } from '#domain/shared/paths.ts'
import { blockTimeQuery, paidTransfersQuery, usePagedList } from '#queries/activity.ts'
import { hasFailed, readState } from '#queries/polling.ts'
import { proofQuery } from '#queries/proof.ts'
import type { TextSignature } from '#safe/signature/textSignature.ts'
import { useNow } from '#ui/useNow.ts'

/** The connected account's history with a payee. */
export type PayeeHistory = NonNullable<ReturnType<typeof usePayeeHistory>>

/** Null while no account is connected, because there is no history. */
export function usePayeeHistory(payee: Address) {
  const account = useAccount()
  const listed = account ?? noLists
  const { query } = usePagedList(listed, 'history')
  const items = query.data?.items ?? []
  const contents = useBatchContents(listed, items)
  const alike = useFindLookAlike(listed)(payee)
  if (!account) return null
  return {
    state: readState(query),
    /** Payments to it in the loaded history. */
    times: paidBy(listed.kind, items, contents).filter((paid) => paid === payee).length,
    /** An earlier payee that this one can be mistaken for. */
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
  const evidence = useRequestEvidence(request, [request], hashes, payer)
  const { of, others, unsure } = attributePayments(
    [...rivals.filter((one) => one !== known), { request, claimed }],
    evidence.payments,
    knownSince(evidence.incoming, request.token),
  )
  const own = of.get(key) ?? []
  // While a price is still being read, the status is “Checking”.
  const isUnsure = unsure.has(key) && !evidence.looking
  const status = unlessUnread(
    requestStatus(request, own, evidence.queued, now),
    evidence.isUnread || isUnsure,
  )
  const final = own.filter(({ proof }) => proof === 'final')
  const isPaidBy = (some: typeof final) => isRequestSettled(requestStatus(request, some, [], now))
  // A further payment may be for something else.
  const enough = final.findIndex((_, at) => isPaidBy(final.slice(0, at + 1))) + 1
  const isClear = seesAll(request, evidence)
  const proven = final.slice(0, enough).filter(({ id }) => isClear && !claimed.includes(id))
  return {
    evidence,
    own,
    // The viewer can spot a wrong clock, but payments from long before the request are no candidates.
    others: others.filter(({ at }) => at === null || at >= request.madeAt * 1_000 - SHORTLY_BEFORE),
    named,
    claimed,
    status,
    /**
     * The kept request as seen paid; null if that is nothing new. It claims the payments that it was seen paid by: nodes
     * serve them for a while only, and a later payment must not be taken for them.
     */
    news:
      known && isRequestSettled(status) && (!known.seen || proven.length > 0)
        ? { ...known, seen: true as const, claimed: [...known.claimed, ...proven.map(({ id }) => id)] }
        : null,
    name: (hash: Hash) => setNamed((before) => [...new Set([...before, hash])]),
    claim: (id: string) => setClaimed((before) => [...new Set([...before, id])]),
  }
}

/** Requests of one payee in one token: a payment may belong to any of them. */
function isRival(a: PaymentRequest, b: PaymentRequest): boolean {
  return a.payee === b.payee && a.token.address === b.token.address
}

const none: readonly ActivityItem[] = []

/**
 * Looks for payments in three places: the payee's received payments, the payer's sent or queued payments, and
 * transactions named by a person.
 * @param requests of one payee in one token
 */
function useRequestEvidence(
  subject: PaidSubject,
  requests: readonly PaymentRequest[],
  named: readonly Hash[],
  payer: ListedAccount | null,
): RequestEvidence {
  const isOwn = useAccount()?.address === subject.payee
  const isOff = !useEarlyChecks() && !isOwn
  const { incoming, query: reading } = useIncoming(subject.payee, !isOff)
  const listed = payer ?? noLists
  const history = usePagedList(listed, 'history').query
  const queue = usePagedList(listed, 'queued').query
  const sent = history.data?.items ?? none
  const contents = useBatchContents(listed, sent)
  const proposals = useProposals(listed, queue.data?.items ?? none)

  const hashes = [
    ...new Set([
      ...named,
      ...historyHashes(sent, contents, subject),
      ...incomingHashes(incoming, subject, requests),
    ]),
  ]
  const found = useQueries({ queries: hashes.map(paidTransfersQuery) })
  const trusted: readonly Address[] = payer && factsOf(payer).isListed ? [payer.address] : []
  const inTransactions = hashes.flatMap((hash, index) => {
    const paid = found[index]?.data
    return paid ? seenIn(hash, paid, subject, trusted) : []
  })
  const inside = passedOn(incoming, subject).filter(
    ({ block, value }) => !inTransactions.some((seen) => seen.block === block && seen.value === value),
  )
  const times = useQueries({ queries: inside.map(({ block }) => blockTimeQuery(block ?? 0n)) })

  const payments = [
    ...inTransactions,
    ...inside.map((one, index) => ({ ...one, at: times[index]?.data ?? null })),
  ]
  const isScanUnread = !isOff && hasFailed(reading)
  const isUsd = requests.some(({ asked }) => asked.kind === 'usd')
  const { priced, isReading } = usePricedPayments(isUsd ? [{ token: subject.token, payments }] : [], true)

  return {
    payments: priced[0] ?? payments,
    queued: queuedPayments(
      [...proposals.values()].flatMap(({ report }) => report ?? []),
      subject,
    ),
    incoming,
    payer:
      payer === null
        ? 'none'
        : readState({ error: history.error ?? queue.error, data: history.data && queue.data }),
    looking:
      (!isOff && incoming.tokens === null && !isScanUnread) ||
      (incoming.looking && !isCovered(incoming, subject, requests)) ||
      [...found, ...times].some((one) => one.isPending && !hasFailed(one)) ||
      isReading,
    isOff,
    // While a transaction that may pay it is unread, the search is not complete.
    isUnread: isScanUnread || found.some(hasFailed) || hasUnreadIncoming(incoming, subject, requests),
  }
}

/** True if every block since the oldest request was read for its token, however far back the scan still continues. */
function isCovered(incoming: Incoming, { token }: PaidSubject, requests: readonly PaymentRequest[]): boolean {
  const since = knownSince(incoming, token)
  return since !== null && requests.every(({ madeAt }) => since <= madeAt * 1_000)
}

/**
 * Identifies the payee of each request.
 * @param checked each request with the check of its own signature; null before it and without one
 */
export function useRequestIdentities(
  checked: readonly { readonly signed: SignedRequest; readonly signature: TextSignature | null }[],
): readonly RequestIdentity[] {
  const now = useNow()
  const here = portalDomain()
  const proofs = checked.map(({ signed }) => {
    const attached = attachedProof(signed.request.payee, signed.proof)
    return attached?.kind === 'of-payee' ? attached.signed : null
  })
  const read = useQueries({
    queries: proofs.flatMap((proof) => (proof === null ? [] : [proofQuery(proof)])),
  })
  const found = read.values()
  return checked.map(({ signed, signature }, index) => {
    const proofSignature = proofs[index] ? (found.next().value?.data ?? null) : null
    return requestIdentity(signed, signature, proofSignature, here, now)
  })
}

/** Identifies the payee of one request, see `useRequestIdentities`. */
export function useRequestIdentity(signed: SignedRequest, signature: TextSignature | null): RequestIdentity {
  const [identity] = useRequestIdentities([{ signed, signature }])
  if (!identity) throw new Error('Each request has its identity.')
  return identity
}
