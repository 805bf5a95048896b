import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import type { SafeTx } from '#safe/tx/SafeTx.ts'
import type { Check } from './ProposalReport.ts'

/**
 * Compares what a service says of the execution with what the chain showed. A service is behind for a minute after every
 * execution and calls it cancelled meanwhile, so its word alone never contradicts anything.
 */
export function statusCheck(
  { txHash, txStatus }: Pick<TransactionDetails, 'txHash' | 'txStatus'>,
  { nonce }: SafeTx,
  status: PaymentStatus,
): Check {
  const isExecuted = txStatus === 'SUCCESS' || txStatus === 'FAILED'
  switch (status.kind) {
    case 'mismatch':
      return { result: 'different', words: status.differences.join(' ') }
    case 'needs-signatures':
    case 'ready':
      if (isExecuted) {
        return {
          result: 'different',
          words: 'The service calls it executed and names no transaction for it.',
        }
      }
      return txStatus === 'CANCELLED'
        ? {
            result: 'unknown',
            words: `The service calls it cancelled; the chain has not used nonce ${nonce}.`,
          }
        : {
            result: 'same',
            words: `Nonce ${nonce} is not used yet; the next one of the Safe on the chain is ${status.turn.next}.`,
          }
    case 'pending':
      return {
        result: 'unknown',
        words: `The service says executed; the chain does not know ${status.hash ?? txHash} (yet).`,
      }
    case 'confirming':
    case 'paid':
    case 'short':
      return { result: 'same', words: `The Safe’s own event in ${status.hash} says what became of it.` }
    case 'not-paid':
      if (status.why === 'failed' || status.why === 'left-out') {
        return { result: 'same', words: `The Safe’s own event in ${status.hash} says what became of it.` }
      }
      return {
        result: 'same',
        words: `Another transaction of the Safe used nonce ${nonce}, in ${status.hash}.`,
      }
    case 'unknown':
      return { result: 'unknown', words: unknownWords(status, nonce) }
  }
}

function unknownWords({ why, hash }: Extract<PaymentStatus, { kind: 'unknown' }>, nonce: bigint): string {
  switch (why) {
    case 'unread':
      return 'Whether it was executed could not be read from the chain.'
    case 'not-final':
      return `What ${hash} did can still be undone, or one operator alone tells of it.`
    case 'in-another':
      return `${hash} used nonce ${nonce} for a transaction that may contain the same payment.`
    case 'nonce-used':
      return `Nonce ${nonce} is used, and it could not be proven which transaction used it.`
    default:
      return hash ? `What ${hash} did could not be told.` : 'Where it stands could not be told.'
  }
}
