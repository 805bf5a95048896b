import type { Hash } from 'viem'
import type { ActivityItem } from '#account/Activity.ts'
import { isLowerHash } from '#chain/hex.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { type Incoming, knownSince } from '#domain/activity/incoming.ts'
import { sentPayments } from '#domain/activity/lookAlikeFlags.ts'
import { differences, type ProposalReport } from '#safe/proposal/ProposalReport.ts'
import type { PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import type { KeptRequest } from './keptRequests.ts'
import { isPinned, type PaymentRequest } from './PaymentRequest.ts'
import { requestKey } from './requestLink.ts'
import { attributePayments, type QueuedPayment, type SeenPayment } from './requestStatus.ts'

/** The payee and token of a request. */
export type PaidSubject = { readonly payee: Address; readonly token: Token.Token }

/** How many transactions are read for the requests of one payee. Each one costs requests to several nodes. */
const MAX_TRANSACTIONS = 20

/** Incoming transactions that may pay one of the requests, as far as they are read, newest first. */
export function incomingHashes(
  incoming: Incoming,
  subject: PaidSubject,
  requests: readonly PaymentRequest[],
): readonly Hash[] {
  return candidates(incoming, subject, requests).slice(0, MAX_TRANSACTIONS)
}

/** True if some are not read. Anyone can flood the payee with small transfers, so finding no payment then proves nothing. */
export function hasUnreadIncoming(
  incoming: Incoming,
  subject: PaidSubject,
  requests: readonly PaymentRequest[],
): boolean {
  return candidates(incoming, subject, requests).length > MAX_TRANSACTIONS
}

function candidates(
  { tokens, bnb }: Incoming,
  { token }: PaidSubject,
  requests: readonly PaymentRequest[],
): readonly Hash[] {
  const mayPay = (value: bigint, from: Address | null) =>
    value > 0n &&
    requests.some(
      (request) =>
        request.asked.kind !== 'exact' ||
        request.asked.value === value ||
        (from !== null && request.payer === from),
    )
  const key = Token.key(token)
  const logs = (tokens?.transfers ?? []).filter((log) => log.token.toLowerCase() === key)
  const sent = token.address === null && bnb !== null && bnb !== 'unsupported' ? bnb.arrivals : []
  const hashes = [...logs, ...sent]
    .filter(({ value, from }) => mayPay(value, from))
    .flatMap(({ transactionHash }) => transactionHash ?? [])
  return [...new Set(hashes)]
}

/** BNB that a contract forwarded to the payee. Only its block is known. */
export function passedOn({ bnb }: Incoming, { token }: PaidSubject): readonly SeenPayment[] {
  if (token.address !== null || bnb === null || bnb === 'unsupported') return []
  return bnb.arrivals.flatMap(({ blockNumber, value, transactionHash }) =>
    transactionHash === null
      ? [
          {
            // There is at most one per block. Its place in the list can't be part of the id, because it moves with each arrival.
            id: `bnb:${blockNumber}:0`,
            hash: null,
            name: null,
            block: blockNumber,
            from: null,
            value,
            at: null,
            proof: 'reported',
          },
        ]
      : [],
  )
}

/**
 * True if a payment for the request would be noticed. That is not so for tokens that are not pinned, for BNB to a contract,
 * and for BNB that no node shows or that a contract passed on.
 */
export function canSeePayments(incoming: Incoming, { token, payee, asked }: PaymentRequest): boolean {
  const inside = passedOn(incoming, { token, payee })
  return (
    (token.address === null ? knownSince(incoming, token) !== null : isPinned(token)) &&
    !inside.some(({ value }) => asked.kind !== 'exact' || asked.value === value)
  )
}

/** Transactions in the loaded part of a payer's history that pay the payee in the token. */
export function historyHashes(
  items: readonly ActivityItem[],
  contents: ReadonlyMap<string, ProposalContent>,
  subject: PaidSubject,
): readonly Hash[] {
  return historyPayments(items, contents, subject)
    .flatMap(({ hash }) => hash ?? [])
    .slice(0, MAX_TRANSACTIONS)
}

/** The payments to the payee in the token from the loaded part of a payer's history, as its source reports them. */
export function historyPayments(
  items: readonly ActivityItem[],
  contents: ReadonlyMap<string, ProposalContent>,
  subject: PaidSubject,
): readonly Pick<SeenPayment, 'hash' | 'value' | 'at'>[] {
  return items.flatMap((item) => {
    const { hash, at } = item
    const own = sentPayments(item, contents)?.payments.filter((one) => isTo(subject, one)) ?? []
    const value = own.reduce((sum, { amount }) => sum + amount.value, 0n)
    return value > 0n ? [{ hash, value, at }] : []
  })
}

/**
 * The transfers of one transaction to the payee in the token.
 * @param trusted Safes whose own event is accepted as evidence of BNB that they sent: the known payer. Any
 * contract can emit such an event, so the payer must run Safe's own code as well.
 */
export function seenIn(
  hash: Hash,
  paid: PaidTransfers,
  { payee, token }: PaidSubject,
  trusted: readonly Address[],
): readonly SeenPayment[] {
  if (!('transfers' in paid)) return []
  return paid.transfers
    .filter(({ from, to, value, ...transfer }) => {
      // Money that the payee moves to itself pays nothing.
      const isToPayee = AddressText.equal(to, payee) && !AddressText.equal(from, payee)
      return value > 0n && isToPayee && isSameToken(transfer.token, token)
    })
    .map(({ name, from, value, bySafe, isForeign }) => ({
      id: `${hash}:${name}`,
      hash,
      name,
      block: paid.blockNumber,
      from,
      value,
      at: paid.at,
      proof:
        bySafe !== null && (isForeign || !trusted.includes(bySafe))
          ? 'reported'
          : paid.kind === 'final'
            ? 'final'
            : 'in-a-block',
    }))
}

/** The transactions of payments, from their ids. */
export function hashesInIds(ids: readonly string[]): readonly Hash[] {
  return ids.flatMap((id) => {
    const [hash = ''] = id.split(':')
    return isLowerHash(hash) ? [hash] : []
  })
}

/** The proposals that pay the payee in the token. A proposal that contradicts itself is skipped. */
export function queuedPayments(
  reports: readonly ProposalReport[],
  subject: PaidSubject,
): readonly QueuedPayment[] {
  return reports.flatMap((report): readonly QueuedPayment[] => {
    const { status, safe, safeTxHash, content, submittedAt: at } = report
    const value = paidIn(content, subject)
    if (value === 0n || differences(report).length > 0) return []
    if (status.kind === 'needs-signatures' || status.kind === 'ready') {
      const state = status.kind === 'ready' ? 'ready' : 'awaiting'
      return [{ safe, safeTxHash, value, at, state, have: status.have, need: status.need }]
    }
    // Reported as executed but not proven yet, so it must not be proposed again.
    return status.kind === 'pending' || status.kind === 'confirming' || status.kind === 'unknown'
      ? [{ safe, safeTxHash, value, at, state: 'processing', have: 0, need: 0 }]
      : []
  })
}

function paidIn({ rows }: ProposalContent, subject: PaidSubject): bigint {
  let sum = 0n
  for (const { meaning } of rows) {
    if (meaning.kind === 'transfer' && isTo(subject, meaning)) sum += meaning.amount.value
  }
  return sum
}

function isTo({ payee, token }: PaidSubject, { to, amount }: { to: Address; amount: Amount }): boolean {
  return AddressText.equal(to, payee) && isSameToken(amount.token.address, token)
}

function isSameToken(address: Address | null, token: Token.Token): boolean {
  return (address?.toLowerCase() ?? 'bnb') === Token.key(token)
}

/**
 * The request that one transfer answers: the one that a person claimed it for, or the only one with its payee, token,
 * amount and time. Null for none, and if several fit: without the other payments nobody can tell them apart.
 * @param name see `PaidTransfer`
 */
export function requestPaidBy(
  kept: readonly KeptRequest[],
  hash: Hash,
  paid: PaidTransfers,
  name: string,
): PaymentRequest | null {
  const fitting = kept.filter(({ request, claimed }) => {
    const payments = seenIn(hash, paid, request, []).filter((one) => one.name === name)
    const { of } = attributePayments([{ request, claimed }], payments)
    return (of.get(requestKey(request)) ?? []).length > 0
  })
  const claims = fitting.filter(({ claimed }) => claimed.includes(`${hash}:${name}`))
  // Dollars need the price of that time, which is not read here.
  const found = claims.length > 0 ? claims : fitting.filter(({ request }) => request.asked.kind !== 'usd')
  return found.length === 1 ? (found[0]?.request ?? null) : null
}
