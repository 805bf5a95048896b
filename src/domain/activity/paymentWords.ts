import type { ActivityItem, ReportedStatus } from '#account/Activity.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'
import type { PaymentStatus, WhyNotPaid, WhyUnknown } from '#chain/settlement/PaymentStatus.ts'

type Words = { readonly tone: 'good' | 'wait' | 'warn' | 'bad' | 'none'; readonly words: string }

/**
 * The words for an item that a service reports as executed. "Paid" and "Received" need the chain's own proof
 * in a final block; without it, the service is quoted.
 * @param status what the chain shows; undefined until read
 */
export function settledWords(item: ActivityItem, status: PaymentStatus | undefined, unread: boolean): Words {
  const reported = item.status.kind
  if (reported !== 'executed' && reported !== 'failed') {
    return reported === 'cancelled' ? { tone: 'none', words: 'Replaced, says the service' } : notKnown
  }
  const quoted = reported === 'failed' ? 'Failed' : 'Executed'
  if (!status) {
    return unread
      ? { tone: 'warn', words: `${quoted}, says the service` }
      : { tone: 'wait', words: `${quoted}, checking` }
  }
  switch (status.kind) {
    case 'paid':
      return reported === 'failed' ? contradiction : { tone: 'good', words: doneWord(item) }
    case 'confirming':
      return reported === 'failed' ? contradiction : { tone: 'wait', words: 'Processing' }
    case 'not-paid':
      return { tone: 'bad', words: 'Failed' }
    case 'pending':
      return { tone: 'warn', words: `${quoted}, says the service; not found on the chain` }
    case 'mismatch':
      return contradiction
    case 'unknown':
      return { tone: 'none', words: `${quoted}, says the service` }
    default:
      return notKnown
  }
}

/**
 * The words for an incoming payment reported by one node. "Received" needs the receipt from a second
 * operator.
 */
export function receivedWords(status: PaymentStatus | undefined): Words {
  switch (status?.kind) {
    case 'paid':
      return { tone: 'good', words: 'Received' }
    case 'confirming':
      return { tone: 'wait', words: 'Waits for a second node' }
    case 'pending':
    case 'mismatch':
    case 'not-paid':
      return { tone: 'bad', words: 'Another node says otherwise' }
    default:
      return { tone: 'none', words: 'Received, says one node' }
  }
}

const notKnown: Words = { tone: 'warn', words: 'Not known' }
const contradiction: Words = { tone: 'bad', words: 'The chain says otherwise' }

function doneWord({ what }: ActivityItem): string {
  switch (what.kind) {
    case 'transfer-in':
      return 'Received'
    case 'transfer-out':
      return 'Paid'
    default:
      return 'Success'
  }
}

/** The same in words. Only a payment judged by the chain is called paid. */
export function reportedWords(status: ReportedStatus) {
  switch (status.kind) {
    case 'awaiting-signatures':
      return { tone: 'wait', words: `${status.have} of ${status.need} signatures` } as const
    case 'ready-to-execute':
      return { tone: 'wait', words: 'Ready to execute' } as const
    case 'pending':
    case 'judged':
      return { tone: 'wait', words: 'Processing' } as const
    case 'executed':
      return { tone: 'none', words: 'Executed, says the service' } as const
    case 'failed':
      return { tone: 'warn', words: 'Failed, says the service' } as const
    case 'cancelled':
      return { tone: 'none', words: 'Replaced, says the service' } as const
    case 'unknown':
      return { tone: 'warn', words: 'Not known' } as const
  }
}

/** A status for people: title, meaning and tone. */
export type StatusWords = {
  readonly tone: 'good' | 'wait' | 'warn' | 'bad' | 'none'
  readonly title: string
  readonly text: string
}

/**
 * The status of a payment in words.
 * @param how `proposed` to a Safe, or `sent` by a wallet
 * @param token of the payment, if a single amount should be named
 */
export function paymentWords(
  status: PaymentStatus,
  how: 'proposed' | 'sent',
  token: Token | null = null,
): StatusWords {
  switch (status.kind) {
    case 'pending':
      if (how === 'proposed' && status.hash === null) {
        return {
          tone: 'wait',
          title: 'Proposed, not listed by the Safe service yet',
          text: 'This takes up to a minute. Nothing is paid. Don’t propose it again: this page follows it.',
        }
      }
      return {
        tone: 'wait',
        title: 'Sent, not in a block yet',
        text: 'It is not paid yet. Don’t send it again: this page follows it.',
      }
    case 'needs-signatures': {
      const missing = status.need - status.have
      return {
        tone: 'wait',
        title: `Proposed, needs ${missing} more ${missing === 1 ? 'signature' : 'signatures'}`,
        text: `${status.have} of ${status.need} signatures. No money moves until it’s executed. ${turnWords(status.turn)}`.trim(),
      }
    }
    case 'ready': {
      const waits = turnWords(status.turn)
      return waits === ''
        ? {
            tone: 'wait',
            title: 'Proposed, ready to execute',
            text: 'Fully signed. No money moves until an owner executes it.',
          }
        : { tone: 'wait', title: 'Fully signed, not its turn yet', text: waits }
    }
    case 'confirming':
      return status.lacks === 'finality'
        ? { tone: 'wait', title: 'In a block, not final yet', text: 'Final in a few seconds.' }
        : {
            tone: 'wait',
            title: 'In a block, seen by one node only',
            text: 'Final as far as one node can tell. We say “Paid” when a node of another operator agrees.',
          }
    case 'paid':
      return { tone: 'good', title: 'Paid', text: 'Final: it can’t be reversed.' }
    case 'short': {
      const got = token ? Amount.format({ token, value: status.received }) : 'less than was sent'
      return {
        tone: 'warn',
        title: 'Sent, received less',
        text: `The payee received ${got}. The token took the rest on the way. Don’t send it again.`,
      }
    }
    case 'not-paid':
      return { tone: 'bad', title: notPaidTitles[status.why], text: notPaidTexts[status.why] }
    case 'mismatch':
      return { tone: 'bad', title: 'Not what was reviewed', text: status.differences.join(' ') }
    case 'unknown':
      return { tone: 'warn', title: 'Not known', text: unknownTexts[status.why] }
  }
}

const notPaidTitles: Readonly<Record<WhyNotPaid, string>> = {
  failed: 'Failed, not paid',
  replaced: 'Replaced, not paid',
  rejected: 'Rejected by the owners, not paid',
  'left-out': 'Not paid',
}

const notPaidTexts: Readonly<Record<WhyNotPaid, string>> = {
  failed: 'The network executed it, and it failed. No money moved, only the fee.',
  replaced: 'Another transaction used its nonce and doesn’t contain this payment. It can never be paid.',
  rejected: 'The owners used its nonce for a rejection. It can never be paid.',
  'left-out': 'Its transaction is final, and the token says that this transfer was not part of it.',
}

/** What is known, and what to do. None of these may say that it was not paid. */
export const unknownTexts: Readonly<Record<WhyUnknown, string>> = {
  'no-answer':
    'It was asked for, and no answer was seen. It may or may not be paid; this page keeps looking.',
  'not-deployed': 'This Safe is not on the chain yet.',
  'not-visible':
    'It is in a block, but the payment cannot be seen in it. Check the account in the explorer before you pay again.',
  'not-final': 'It failed, but that can still change. This page keeps looking.',
  older: 'The transaction named for it is older than the payment. Check the account before you pay again.',
  'nonce-used':
    'Something else used its nonce, and we could not prove what. Check the account in the explorer before you pay again.',
  'in-another':
    'Another transaction of the Safe with this payment in it was executed instead. Look in Activity before you pay again.',
  'not-ours': 'It was sent by another account than the one that is connected.',
  unread: 'BNB Smart Chain could not be read.',
  'wallet-says-done':
    'Your wallet calls it done, but names no transaction that shows it. Check the account before you pay again.',
  'wallet-says-failed':
    'Your wallet says that it failed, and nothing on the chain can show that. Check the account before you pay again.',
}

/** How many nonces are listed one by one; beyond that only the range is given. */
const NAMED = 3n

/** What must happen before a proposal can be executed; empty if it is next. */
export function turnWords({ next, own }: { readonly next: bigint; readonly own: bigint }): string {
  const count = own - next
  if (count <= 0n) return ''
  if (count > NAMED) return `It can’t run until nonces ${next} to ${own - 1n} have run or been rejected.`
  const names = Array.from({ length: Number(count) }, (_, index) => `nonce ${next + BigInt(index)}`)
  const all = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return `It can’t run until ${all} ${names.length === 1 ? 'has' : 'have'} run or been rejected.`
}
