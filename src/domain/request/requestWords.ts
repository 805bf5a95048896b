import * as Amount from '#chain/money/Amount.ts'
import type { Incoming } from '#domain/activity/incoming.ts'
import { when } from '#domain/shared/format.ts'
import { isPinned, type PaymentRequest } from './PaymentRequest.ts'
import type { RequestFault } from './requestLink.ts'
import type { QueuedPayment, RequestStatus, SeenPayment } from './requestStatus.ts'

/** Explains why a link is not shown as a request, and what to do. */
export const requestFaultText: Readonly<Record<RequestFault, string>> = {
  empty: 'The link carries no request. Ask for it again.',
  'too-long': 'The link is longer than any request of this portal. It was changed or is not one of ours.',
  'white-space': 'The link has spaces or line breaks in it. Copy it again, whole and in one piece.',
  'percent-encoded':
    'The link was encoded on its way (it has % signs in it). Ask for it again, or copy it from where it was made.',
  'foreign-characters': 'The link has characters that no request has. Copy it again from where it came from.',
  damaged: 'The link was damaged or changed: its checksum does not fit. Copy it again, whole.',
  'unknown-version': 'The link was made by another version of the portal that this one cannot read.',
  'other-chain': 'This request is for another network. The portal pays on BNB Smart Chain only.',
  payee: 'The account to be paid is not a whole, checksummed address, or it is a token contract.',
  token: 'The token is neither one of the portal’s nor named by its contract and decimals.',
  amount: 'The amount is not a plain number above zero that this token can carry.',
  'made-at': 'The time at which it was made is not a time that can be.',
  memo: 'The note is longer than 80 characters, or has characters that hide or turn text.',
  reference: 'The reference is longer than 40 characters, or has characters that hide or turn text.',
  due: 'The last day is not a day of the calendar.',
  payer: 'The Safe that is asked to pay is not a whole, checksummed address, or it is the payee itself.',
  signature: 'The signature is not one that an account can give.',
  proof: 'What stands as a proof of account has characters that none has, or is longer than one.',
  'unknown-field':
    'The link carries a field that this portal does not know, or one that stands in the wrong place.',
  'not-canonical':
    'The link says what it says in another way than the portal writes it, so somebody has altered it.',
}

/** What was checked and what could not be read. A request without a visible payment may still be paid. */
export function sightWords(request: PaymentRequest, sight: RequestSight): readonly string[] {
  return [chainWords(request, sight), payerWords(sight)].filter((text) => text !== '')
}

function chainWords({ token, madeAt }: PaymentRequest, { incoming, looking, isOff }: RequestSight): string {
  if (isOff) return 'Whether it was paid already is not checked, as chosen in Diagnostics.'
  if (!isPinned(token))
    return 'Payments in a token that is not the portal’s are not looked for: paste the transaction.'
  const { tokens, bnb } = incoming
  if (looking) return 'Looking for payments…'
  if (token.address === null && bnb === 'unsupported') {
    return 'BNB to an account with code, such as a Safe, cannot be looked for: paste the transaction.'
  }
  const scan = token.address === null ? (bnb === 'unsupported' ? null : bnb) : tokens
  if (scan === null || scan.from > scan.to) {
    return 'No node lets this page look for payments: paste the transaction, if there is one.'
  }
  const since = tokens && scan === tokens ? tokens.since : null
  const whole = since !== null && since <= madeAt * 1_000
  const place = `since block ${scan.from}${since === null ? '' : `, ${when(since)}`}`
  return whole
    ? `All payments since the request was made were looked at (${place}).`
    : `Payments were looked for ${place}; what came before that was not seen.`
}

function payerWords({ payer }: RequestSight): string {
  switch (payer) {
    case 'none':
      return 'Whether it waits in somebody’s Safe is seen only when the paying Safe is known.'
    case 'not-read':
      return 'What the payer has queued and paid could not be read.'
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
    return { tone: 'wait', short: 'Looking', long: 'Looking for a payment of it.' }
  }
  const money = (value: bigint) => Amount.format({ token, value })
  switch (status.kind) {
    case 'waiting':
      return { tone: 'wait', short: 'Waiting', long: 'No payment of it was seen.' }
    case 'expired':
      return {
        tone: 'warn',
        short: 'Overdue',
        long: 'Its last day is over and no payment of it was seen. Ask whether it still stands before you pay.',
      }
    case 'queued': {
      const { queued, received } = status
      const before = received > 0n ? `${money(received)} came before. ` : ''
      const what = `${before}${money(queued.value)} waits in the payer’s Safe.`
      if (queued.state === 'processing') {
        return { tone: 'wait', short: 'Being executed', long: `${what} It is not final yet.` }
      }
      const signed = `${queued.have} of ${queued.need} signatures`
      return {
        tone: 'wait',
        short: `In the payer’s Safe, ${signed}`,
        long:
          queued.state === 'ready'
            ? `${what} Enough owners have signed; one of them has to execute it.`
            : `${what} Nothing is paid before enough owners have signed and one has executed it.`,
      }
    }
    case 'confirming':
      return {
        tone: 'wait',
        short: 'Seen, not confirmed yet',
        long: `${money(status.received)} was seen. It counts as paid when two nodes call its block final.`,
      }
    case 'partly':
      return {
        tone: 'warn',
        short: 'Partly paid',
        long: `${money(status.received)} was seen, ${money(status.missing)} is missing.`,
      }
    case 'paid':
      return { tone: 'good', short: 'Paid', long: `${money(status.received)} stands in a final block.` }
    case 'over':
      return {
        tone: 'warn',
        short: 'Paid, and more',
        long: `${money(status.received)} came, ${money(status.extra)} more than was asked for.`,
      }
  }
}
