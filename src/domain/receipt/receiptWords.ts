import type { StatusText } from '#domain/shared/StatusText.ts'
import type { ReceiptFault, ReceiptState } from './receiptLink.ts'

/** The text of a receipt. "Paid" is used only if it is proven and cannot be undone. */
export function receiptWords(state: ReceiptState, name: string): StatusText {
  switch (state.kind) {
    case 'not-found':
      return {
        tone: 'warn',
        title: 'Not found',
        text: `We don’t know yet whether this was paid. The transaction may be seconds old, or was never sent. ${AGAIN}`,
      }
    case 'pending':
      return {
        tone: 'wait',
        title: 'Pending',
        text: `Sent to the network, but not confirmed. Nothing is paid yet. ${AGAIN}`,
      }
    case 'failed':
      return {
        tone: 'bad',
        title: 'Failed',
        text: state.place.final
          ? `The transaction failed: no money moved. ${FINAL}`
          : `The transaction is reported as failed. ${NOT_FINAL} Don’t pay it again yet.`,
      }
    case 'no-such-transfer':
      return {
        tone: 'bad',
        title: 'No such transfer',
        text: `This transaction has no transfer ${placeText(name)}.${name.startsWith('row-') ? ' A payment of BNB out of a Safe counts only when the Safe says that it succeeded.' : ''} The link shows no payment: ask for it again.`,
      }
    case 'nothing':
      return {
        tone: 'bad',
        title: 'Nothing was paid',
        text: 'A zero-amount transfer, a common scam. Nothing was paid.',
      }
    case 'moved':
      return movedWords(state)
  }
}

function movedWords({ place, token, word, transfer }: Extract<ReceiptState, { kind: 'moved' }>): StatusText {
  const { final } = place
  const finality = final ? FINAL : NOT_FINAL
  if (token === null) {
    return {
      tone: 'warn',
      title: 'Unverified token',
      text: `Only the token’s own contract says that it moved, and anyone can make such a token. It proves no payment of money. ${finality}`,
    }
  }
  if (!final) return { tone: 'wait', title: 'Confirming', text: NOT_FINAL }
  if (transfer.isForeign) {
    return {
      tone: 'warn',
      title: 'Not proven',
      text: 'Only the payer’s contract says that BNB moved, and that contract does not run Safe’s code. It proves no payment of money.',
    }
  }
  if (word !== null) {
    return {
      tone: 'warn',
      title: `Paid (reported by the ${word}’s Safe)`,
      text: `${FINAL} Only the ${word}’s address, a contract that calls itself a Safe, says that BNB moved inside it. Compare it with the Safe you know.`,
    }
  }
  return { tone: 'good', title: 'Paid, final', text: 'It can’t be reversed.' }
}

const AGAIN = 'This page checks again by itself.'
const FINAL = 'Final: it can’t be reversed.'
const NOT_FINAL = `Two independent sources haven’t confirmed it as final yet. ${AGAIN}`

/** The position of a transfer in its transaction, from its name: see `PaidTransfer`. */
function placeText(name: string): string {
  if (name === 'value') return 'of its own BNB'
  if (name.startsWith('log-')) return `in its log ${name.slice(4)}`
  return `in row ${name.slice(4)} of what the Safe executed`
}

/** The same as a name that finds the transfer on an explorer. */
export function placeName(name: string): string {
  if (name === 'value') return 'The BNB of the transaction itself'
  if (name.startsWith('log-')) return `Log ${name.slice(4)}`
  return `Row ${name.slice(4)} of what the Safe executed`
}

/** Explains why a link is not shown as a receipt, and what to do. */
export const receiptFaultText: Readonly<Record<ReceiptFault, string>> = {
  empty: 'This link names no transaction.',
  'too-long': 'The link is longer than any receipt. It was changed, or isn’t ours.',
  'foreign-characters': 'The link has characters that no receipt has. Copy the whole link again.',
  'other-chain': 'The link is for another network. Receipts exist on BNB Smart Chain only.',
  hash: 'The transaction hash is not whole. Copy the whole link again.',
  name: 'The link does not say which transfer of the transaction is meant. Copy the whole link again.',
  note: 'The note in the link is too long, or was changed to hide text.',
  'unknown-field': 'The link has a part that we don’t know.',
}
