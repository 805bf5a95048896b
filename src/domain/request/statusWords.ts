import * as Amount from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'
import { roughly } from '#chain/prices/feeds.ts'
import type { AgreedPrice } from '#chain/prices/priceAt.ts'
import { type Incoming, knownSince } from '#domain/activity/incoming.ts'
import { when, whenUtc } from '#domain/shared/format.ts'
import { requestPath } from '#domain/shared/paths.ts'
import type { Attention, StatusText } from '#domain/shared/StatusText.ts'
import type { KeptRequest } from './keptRequests.ts'
import { amountText, dueText, isPinned, type PaymentRequest } from './PaymentRequest.ts'
import { encodeRequest, requestKey } from './requestLink.ts'
import type { QueuedPayment, RequestStatus, SeenPayment } from './requestStatus.ts'

/**
 * A text for the payer of a request that is still open. It names the payment, because the payer may read it far from
 * the link, and in another time zone.
 * @param isOverdue its due day has passed
 */
export function reminderText(request: PaymentRequest, url: string, isOverdue: boolean): string {
  const { asked, token, memo, reference, dueOn } = request
  const what = asked.kind === 'open' ? `a payment in ${token.symbol}` : amountText(request)
  const purpose = memo ? ` for “${memo}”` : ''
  const label = reference ? ` (${reference})` : ''
  const due =
    asked.kind === 'usd'
      ? ` It ${isOverdue ? 'could' : 'can'} be paid until ${whenUtc(asked.until * 1_000)}.`
      : dueOn
        ? ` It ${isOverdue ? 'was' : 'is'} due on ${dueText(dueOn)}.`
        : ''
  return `A reminder: I requested ${what}${purpose}${label}.${due} You can check and pay it here: ${url}`
}

/** True if every payment since the request was made was checked. */
export function seesAll(
  { token, madeAt }: PaymentRequest,
  { incoming, looking, isOff }: RequestEvidence,
): boolean {
  const since = knownSince(incoming, token)
  return !isOff && !looking && isPinned(token) && since !== null && since <= madeAt * 1_000
}

/**
 * The sources that were checked and those that could not be read. A request without a visible payment may still be
 * paid.
 */
export function evidenceWords(request: PaymentRequest, evidence: RequestEvidence): readonly string[] {
  return [chainWords(request, evidence), payerWords(evidence)].filter((text) => text !== '')
}

function chainWords(request: PaymentRequest, evidence: RequestEvidence): string {
  const { token } = request
  const { incoming, looking, isOff } = evidence
  if (isOff) return 'We don’t check for payments: checks before you pay are off in Settings.'
  if (!isPinned(token)) return 'We can’t search for payments in this token. Have the transaction? Paste it.'
  const { tokens, bnb } = incoming
  if (looking) return 'Looking for payments…'
  if (token.address === null && bnb === 'unsupported') {
    return 'We can’t search for BNB sent to a Safe or other contract. Have the transaction? Paste it.'
  }
  const scan = token.address === null ? (bnb === 'unsupported' ? null : bnb) : tokens
  if (scan === null || scan.from > scan.to) {
    return 'We can’t search for payments right now. Have the transaction? Paste it.'
  }
  if (token.address === null && bnb !== null && bnb !== 'unsupported' && bnb.isDelegated) {
    const start = bnb.since === null ? `block ${bnb.from}` : when(bnb.since)
    return `Checked plain BNB payments since ${start}. BNB that came or left through a contract may be missed, because this wallet runs a contract’s code. Have the transaction? Paste it.`
  }
  const { since } = scan
  if (since === null) return `Checked payments since block ${scan.from} only, not older ones.`
  if (!seesAll(request, evidence)) return `Checked payments since ${when(since)} only, not older ones.`
  return evidence.payments.length === 0
    ? 'Not paid yet: no payment seen since it was made.'
    : 'All payments since it was made were checked.'
}

function payerWords({ payer }: RequestEvidence): string {
  switch (payer) {
    case 'none':
      return 'Pending signatures show only if the payer’s Safe is known.'
    case 'not-read':
      return 'We couldn’t read the payer’s queue and history.'
    default:
      return ''
  }
}

/** The visible payments for one payee's requests in one token, and which sources could not be read. */
export type RequestEvidence = {
  readonly payments: readonly SeenPayment[]
  readonly queued: readonly QueuedPayment[]
  readonly incoming: Incoming
  /** `none`: the paying account is unknown. */
  readonly payer: 'none' | 'reading' | 'read' | 'not-read'
  /** True during the first read. */
  readonly looking: boolean
  /** True if nodes are not queried about the payee, because early checks are off. */
  readonly isOff: boolean
  /** True if payments could not be read, so that seeing none proves nothing. */
  readonly isUnread: boolean
}

/**
 * The status of a request in words. "Paid" is used only for payments that two nodes report as final.
 * @param looking a read is still running, so an empty result means nothing yet
 */
export function requestStatusWords(
  request: PaymentRequest,
  status: RequestStatus,
  looking: boolean,
): StatusText {
  const { token } = request
  if (looking && ['waiting', 'expired', 'unpriced'].includes(status.kind)) {
    return { tone: 'wait', title: 'Checking', text: 'Checking whether it’s paid.' }
  }
  const money = (value: bigint) => Amount.format({ token, value })
  const isUsd = request.asked.kind === 'usd'
  /** A difference, as the status counts it. */
  const gap = (value: bigint) => (isUsd ? roughly(value).join(' ') : money(value))
  switch (status.kind) {
    case 'waiting':
      return { tone: 'none', title: 'Waiting', text: 'No payment seen yet.' }
    case 'unknown':
      return { tone: 'warn', title: 'Unknown', text: 'We couldn’t check whether this was paid.' }
    case 'expired':
      return {
        tone: 'warn',
        title: isUsd ? 'Expired' : 'Overdue',
        text:
          request.asked.kind === 'usd'
            ? `It could be paid until ${when(request.asked.until * 1_000)}. No payment seen.`
            : `${request.dueOn ? `It was due on ${dueText(request.dueOn)}. ` : ''}No payment seen.`,
      }
    case 'queued': {
      const { queued, received } = status
      const before = received > 0n ? `${money(received)} received before. ` : ''
      const what = `${before}${money(queued.value)} is pending in the payer’s Safe.`
      if (queued.state === 'processing') {
        return { tone: 'wait', title: 'Executing', text: `${what} It’s not final yet.` }
      }
      const signed = `${queued.have} of ${queued.need} signatures`
      return {
        tone: 'wait',
        title: `In the payer’s Safe: ${signed}`,
        text:
          queued.state === 'ready'
            ? `${what} It’s fully signed, but not executed yet.`
            : `${what} It isn’t paid until enough owners sign and one executes it.`,
      }
    }
    case 'confirming':
      return {
        tone: 'wait',
        title: 'Payment seen, confirming',
        text: `${money(status.received)} seen. Usually final within a few seconds.`,
      }
    case 'unpriced':
      return {
        tone: 'warn',
        title: 'Can’t tell',
        text: `${money(status.received)} seen, but two nodes don’t report its price at that time. Compare it yourself.`,
      }
    case 'partly': {
      const received = isUsd
        ? `${money(status.received)} for ${amountText(request)}`
        : `${money(status.received)} of ${money(status.received + status.missing)}`
      const missing = gap(status.missing)
      // Only final transfers are called "Paid".
      return status.isFinal
        ? {
            tone: 'warn',
            title: `Paid short by ${missing}`,
            text: `${received} received. ${isUsd ? `Counted at Chainlink’s price at that time, ${missing} is missing.` : `${missing} to go.`}`,
          }
        : {
            tone: 'wait',
            title: 'Part of it seen, confirming',
            text: `${received} seen. ${isUsd ? `Counted at Chainlink’s price at that time, ${missing} is missing.` : `${missing} to go.`}`,
          }
    }
    case 'paid':
      return {
        tone: 'good',
        title: 'Paid',
        text: `${money(status.received)} received${isUsd ? ` for ${amountText(request)}` : ''}. Final: it can’t be reversed.`,
      }
    case 'over':
      return {
        tone: 'warn',
        title: isUsd ? `Over by ${gap(status.extra)}` : 'Overpaid',
        text: `${money(status.received)} received, ${gap(status.extra)} more than requested.`,
      }
  }
}

/** Why there is no rate. */
export type NoRate = Extract<AgreedPrice, { kind: 'unknown' }>['why']

/** Why there is no rate to pay by, and what to do. */
export function noRateText(why: NoRate, { symbol }: Pick<Token, 'symbol'>): { what: string; todo: string } {
  const later = 'Try again in a moment.'
  switch (why) {
    case 'none':
      return {
        what: `Chainlink has no usable price of ${symbol} now.`,
        todo: 'Try again later, or ask for a request in another token.',
      }
    case 'old':
      return { what: `Chainlink’s price of ${symbol} is too old to pay by.`, todo: 'Try again later.' }
    case 'split':
      return {
        what: `Two nodes report different prices of ${symbol}.`,
        todo: `One of them is wrong. ${later}`,
      }
    case 'one-source':
      return {
        what: 'Only one node operator is set up, and a price needs two.',
        todo: 'Ask whoever runs this site to add another.',
      }
    case 'alone':
      return { what: `Only one node answered with a price of ${symbol}, and it needs two.`, todo: later }
    case 'silent':
      return { what: `No node answered with a price of ${symbol}.`, todo: later }
  }
}

/** The consequence of a missing rate for the money. */
export const NO_RATE_MONEY = 'So there’s no amount to pay. Nothing was sent.'

/** The attention that one's own request needs in its status; null if there is nothing to do or to know. */
export function requestAttention(one: KeptRequest, status: RequestStatus): Attention | null {
  const { request } = one
  const { kind } = status
  const isShort = kind === 'partly' && status.isFinal
  if (kind !== 'expired' && kind !== 'paid' && kind !== 'over' && kind !== 'unpriced' && !isShort) return null
  const { title, text } = requestStatusWords(request, status, false)
  const purpose = [request.memo, request.reference].filter(Boolean).join(' · ')
  const amount = amountText(request)
  const isUsd = request.asked.kind === 'usd'
  return {
    id: `request:${requestKey(request)}:${kind}`,
    tone: kind === 'paid' ? 'good' : 'warn',
    title:
      kind === 'expired'
        ? `${amount} ${isUsd ? 'has expired' : 'is overdue'}`
        : kind === 'paid'
          ? `${amount} was paid`
          : title,
    text: purpose ? `${purpose}. ${text}` : text,
    path: requestPath('share', encodeRequest(one)),
    action: kind === 'expired' && !isUsd ? 'Remind' : 'View',
  }
}
