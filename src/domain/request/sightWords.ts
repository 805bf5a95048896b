import type { Incoming } from '#domain/activity/incoming.ts'
import { when } from '#domain/shared/when.ts'
import { isPinned, type PaymentRequest } from './PaymentRequest.ts'
import type { QueuedPayment, SeenPayment } from './seenPayment.ts'

/** What was looked at and what could not be seen: a request without a payment in sight may be paid all the same. */
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

/** What can be seen of the payments that requests of one payee in one token ask for, and what could not. */
export type RequestSight = {
  readonly payments: readonly SeenPayment[]
  readonly queued: readonly QueuedPayment[]
  readonly incoming: Incoming
  /** `none`: nobody told which account pays. */
  readonly payer: 'none' | 'reading' | 'read' | 'not-read'
  /** True while something is still being asked for the first time. */
  readonly looking: boolean
  /** True where nodes are not asked about the payee, because early checks are turned off. */
  readonly isOff: boolean
}
