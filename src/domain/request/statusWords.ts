import * as Amount from '#chain/money/Amount.ts'
import type { PaymentRequest } from './PaymentRequest.ts'
import type { RequestStatus } from './requestStatus.ts'

export type StatusWords = {
  readonly tone: 'good' | 'wait' | 'warn' | 'none'
  readonly short: string
  /** What it means for the money. */
  readonly long: string
}

/**
 * Where a request stands, for people. "Paid" stands here only for what two nodes call final.
 * @param looking something is still being asked: that nothing was seen means nothing yet
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
