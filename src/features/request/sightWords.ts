import { when } from '#account/ActivityWhat.tsx'
import type { RequestSight } from '#account/useRequestSight.ts'
import { isPinned, type PaymentRequest } from '#chain/PaymentRequest.ts'

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
