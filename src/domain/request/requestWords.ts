import * as Amount from '#chain/money/Amount.ts'
import type { Incoming } from '#domain/activity/incoming.ts'
import { day, when } from '#domain/shared/format.ts'
import { isPinned, type PaymentRequest } from './PaymentRequest.ts'
import type { RequestFault } from './requestLink.ts'
import type { QueuedPayment, RequestStatus, SeenPayment } from './requestStatus.ts'

/** `15 Dec 2026`, whatever the time zone. @param dueOn `YYYY-MM-DD` */
export function dueText(dueOn: string): string {
  return day(Date.parse(`${dueOn}T12:00`))
}

/** Explains why a link is not shown as a request, and what to do. */
export const requestFaultText: Readonly<Record<RequestFault, string>> = {
  empty: 'This link holds no request. Ask for it again.',
  'too-long': 'This link is longer than any request. It was changed, or isn’t ours.',
  'white-space': 'This link has spaces or line breaks. Copy the whole link again.',
  'percent-encoded': 'This link was re-encoded on its way (it has % signs). Copy it from where it was made.',
  'foreign-characters': 'This link has characters that no request has. Copy the whole link again.',
  damaged: 'This link is incomplete or was changed. Ask for it again. Don’t pay from it.',
  'unknown-version': 'This link was made by another version, which we can’t read.',
  'other-chain': 'This request is for another network. We support BNB Smart Chain only.',
  payee: 'The recipient isn’t a full address, or is a token contract.',
  token: 'The token is unknown, and its contract or decimals are missing.',
  amount: 'The amount isn’t valid for this token.',
  'made-at': 'The creation date is invalid.',
  memo: 'The message is longer than 80 characters, or has hidden characters.',
  reference: 'The reference is longer than 40 characters, or has hidden characters.',
  due: 'The due date is invalid.',
  payer: 'The payer’s Safe isn’t a full address, or is the recipient.',
  signature: 'The signature is unreadable.',
  proof: 'The attached proof is unreadable.',
  'unknown-field': 'This link has a part that we don’t know.',
  'not-canonical': 'This link was altered. Don’t pay from it.',
}

/** What was checked and what could not be read. A request without a visible payment may still be paid. */
export function sightWords(request: PaymentRequest, sight: RequestSight): readonly string[] {
  return [chainWords(request, sight), payerWords(sight)].filter((text) => text !== '')
}

function chainWords({ token, madeAt }: PaymentRequest, { incoming, looking, isOff }: RequestSight): string {
  if (isOff) return 'We don’t check for payments: checks before you pay are off in Diagnostics.'
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
  const since = tokens && scan === tokens ? tokens.since : null
  if (since === null) return `Checked payments since block ${scan.from} only, not older ones.`
  return since <= madeAt * 1_000
    ? `Checked all payments since ${when(since)}.`
    : `Checked payments since ${when(since)} only, not older ones.`
}

function payerWords({ payer }: RequestSight): string {
  switch (payer) {
    case 'none':
      return 'Pending signatures show only if the payer’s Safe is known.'
    case 'not-read':
      return 'We couldn’t read the payer’s queue and history.'
    default:
      return ''
  }
}

/** The visible payments for one payee's requests in one token, and what could not be read. */
export type RequestSight = {
  readonly payments: readonly SeenPayment[]
  readonly queued: readonly QueuedPayment[]
  readonly incoming: Incoming
  /** `none`: it is not known which account pays. */
  readonly payer: 'none' | 'reading' | 'read' | 'not-read'
  /** True during the first read. */
  readonly looking: boolean
  /** True if nodes are not queried about the payee, because early checks are off. */
  readonly isOff: boolean
}

export type StatusWords = {
  readonly tone: 'good' | 'wait' | 'warn' | 'none'
  readonly short: string
  /** What it means for the money. */
  readonly long: string
}

/**
 * The status of a request in words. "Paid" is used only for payments that two nodes report as final.
 * @param looking a read is still running, so an empty result means nothing yet
 */
export function statusWords(request: PaymentRequest, status: RequestStatus, looking: boolean): StatusWords {
  const { token } = request
  if (looking && (status.kind === 'waiting' || status.kind === 'expired')) {
    return { tone: 'wait', short: 'Checking', long: 'Checking whether it’s paid.' }
  }
  const money = (value: bigint) => Amount.format({ token, value })
  switch (status.kind) {
    case 'waiting':
      return { tone: 'none', short: 'Waiting', long: 'No payment seen yet.' }
    case 'expired':
      return {
        tone: 'warn',
        short: 'Overdue',
        long: `${request.dueOn ? `It was due on ${dueText(request.dueOn)}. ` : ''}No payment seen. Check with the sender before you pay.`,
      }
    case 'queued': {
      const { queued, received } = status
      const before = received > 0n ? `${money(received)} received before. ` : ''
      const what = `${before}${money(queued.value)} is pending in the payer’s Safe.`
      if (queued.state === 'processing') {
        return { tone: 'wait', short: 'Executing', long: `${what} It’s not final yet.` }
      }
      const signed = `${queued.have} of ${queued.need} signatures`
      return {
        tone: 'wait',
        short: `In the payer’s Safe: ${signed}`,
        long:
          queued.state === 'ready'
            ? `${what} It’s fully signed, but not executed yet.`
            : `${what} It isn’t paid until enough owners sign and one executes it.`,
      }
    }
    case 'confirming':
      return {
        tone: 'wait',
        short: 'Payment seen, confirming',
        long: `${money(status.received)} seen. Usually final within a few seconds.`,
      }
    case 'partly':
      return {
        tone: 'warn',
        short: 'Partly paid',
        long: `${money(status.received)} of ${money(status.received + status.missing)} seen. ${money(status.missing)} to go.`,
      }
    case 'paid':
      return {
        tone: 'good',
        short: 'Paid',
        long: `${money(status.received)} received. Final: it can’t be reversed.`,
      }
    case 'over':
      return {
        tone: 'warn',
        short: 'Overpaid',
        long: `${money(status.received)} received, ${money(status.extra)} more than requested.`,
      }
  }
}
