import type { Place, ReceiptFault, ReceiptState } from './receiptLink.ts'

export type ReceiptWords = {
  readonly tone: 'good' | 'wait' | 'warn' | 'bad'
  readonly short: string
  /** What it means for the money. */
  readonly long: string
}

/** What a receipt says, for people. "Paid" is used only if it is proven and cannot be undone. */
export function receiptWords(state: ReceiptState, name: string): ReceiptWords {
  switch (state.kind) {
    case 'not-found':
      return {
        tone: 'warn',
        short: 'Not found',
        long: 'No node that was asked knows this transaction. It may be seconds old, or never sent. This page asks again by itself.',
      }
    case 'pending':
      return {
        tone: 'wait',
        short: 'Pending',
        long: 'The network knows the transaction; it is in no block yet. Nothing is paid.',
      }
    case 'failed':
      return {
        tone: 'bad',
        short: 'Failed',
        long: `The transaction failed: no money moved. ${finality(state.place)}`,
      }
    case 'no-such-transfer':
      return {
        tone: 'bad',
        short: 'No such transfer',
        long: `This transaction has no transfer ${placeText(name)}.${name.startsWith('row-') ? ' A payment of BNB out of a Safe counts only when the Safe says that it succeeded.' : ''}`,
      }
    case 'nothing':
      return {
        tone: 'bad',
        short: 'Nothing was paid',
        long: 'The transfer is of an amount of zero. Thieves make such transfers to get their address into somebody’s list.',
      }
    case 'moved':
      return movedWords(state)
  }
}

function movedWords({ place, token, word }: Extract<ReceiptState, { kind: 'moved' }>): ReceiptWords {
  const { final } = place
  if (token === null) {
    return {
      tone: 'warn',
      short: 'Unverified token',
      long: `Its contract says that it moved, and that proves no payment of money: anybody can make such a token. ${finality(place)}`,
    }
  }
  if (!final) return { tone: 'wait', short: 'In a block, not final yet', long: finality(place) }
  if (word !== null) {
    return {
      tone: 'warn',
      short: `Paid, says the ${word}’s Safe`,
      long: `${finality(place)} That BNB moved inside it is told by the ${word}’s account alone, a contract that says it is a Safe. Compare its address with the Safe that you know.`,
    }
  }
  return { tone: 'good', short: 'Paid', long: finality(place) }
}

function finality({ final }: Place): string {
  return final
    ? 'Its block is final: this cannot be undone.'
    : 'Its block is not final yet, by the word of two nodes. This page asks again by itself.'
}

/** The position of a transfer in its transaction, from its name: see `PaidTransfer`. */
export function placeText(name: string): string {
  if (name === 'value') return 'of its own BNB'
  if (name.startsWith('log-')) return `in its log ${name.slice(4)}`
  return `in row ${name.slice(4)} of what the Safe executed`
}

/** The same as a name that finds the transfer on an explorer. */
export function placeName(name: string): string {
  if (name === 'value') return 'The BNB of the transaction itself'
  if (name.startsWith('log-')) return `Log ${name.slice(4)} of its block`
  return `Row ${name.slice(4)} of what the Safe executed`
}

// Every reader sees the same day and minute, wherever they are.
const minutes = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Day and minute in UTC. */
export function utcText(ms: number): string {
  return `${minutes.format(ms)} UTC`
}

/** Explains why a link is not shown as a receipt, and what to do. */
export const receiptFaultText: Readonly<Record<ReceiptFault, string>> = {
  empty: 'The link names no transaction. Ask for it again.',
  'too-long': 'The link is longer than any receipt of this portal. It was changed or is not one of ours.',
  'foreign-characters': 'The link has characters that no receipt has. Copy it again, whole and in one piece.',
  'other-chain': 'The link is for another network. The portal reads BNB Smart Chain only.',
  hash: 'The transaction hash is not whole. Copy the link again.',
  name: 'The link does not say which transfer of the transaction is meant. Copy it again, whole.',
  note: 'The note in the link is longer than 80 characters, or was altered so that it hides or turns text.',
  'unknown-field': 'The link carries a field that this portal does not know.',
}
