import type { Hash } from 'viem'
import type { ActivityItem, ReportedStatus } from '#account/Activity.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { Token } from '#chain/money/Token.ts'
import type { PaymentStatus, WhyNotPaid, WhyUnknown } from '#chain/settlement/PaymentStatus.ts'
import { listOf, plural } from '#domain/shared/format.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'

/**
 * The words for an item that a service reports as executed. "Paid" and "Received" need the chain's own proof in a
 * final block; without it, the service is quoted.
 * @param status what the chain shows; undefined until read
 * @param content the content of an executed batch, as far as it was read
 */
export function settledWords(
  item: ActivityItem,
  status: PaymentStatus | undefined,
  unread: boolean,
  content?: ProposalContent,
): StatusText {
  const reported = item.status.kind
  if (reported !== 'executed' && reported !== 'failed') {
    return reported === 'cancelled'
      ? { tone: 'none', title: 'Replaced, reported by Safe', text: '' }
      : notKnown
  }
  const quoted = reported === 'failed' ? 'Failed' : 'Executed'
  if (!status) {
    return unread
      ? { tone: 'warn', title: `${quoted}, reported by Safe`, text: '' }
      : { tone: 'wait', title: `${quoted}, checking`, text: '' }
  }
  switch (status.kind) {
    case 'paid':
      return reported === 'failed'
        ? contradiction
        : { tone: 'good', title: doneWord(item, content), text: '' }
    case 'confirming':
      return reported === 'failed' ? contradiction : { tone: 'wait', title: 'Confirming', text: '' }
    case 'not-paid':
      return { tone: 'bad', title: 'Failed', text: '' }
    case 'pending':
      return { tone: 'warn', title: `${quoted}, reported by Safe; not found on the network`, text: '' }
    case 'mismatch':
      return contradiction
    case 'unknown':
      return { tone: 'none', title: `${quoted}, reported by Safe`, text: unknownText(item, status.why) }
    default:
      return notKnown
  }
}

/**
 * The words for an incoming payment reported by one node. "Received" needs the receipt from a second
 * operator. BNB that a contract passed on leaves no transaction to check.
 */
export function receivedWords(hash: Hash | null, status: PaymentStatus | undefined): StatusText {
  if (hash === null) return { tone: 'none', title: 'Received, not verified', text: '' }
  switch (status?.kind) {
    case 'paid':
      return { tone: 'good', title: 'Received', text: '' }
    case 'confirming':
      return { tone: 'wait', title: 'Received · confirming', text: '' }
    case 'pending':
    case 'mismatch':
    case 'not-paid':
      return { tone: 'bad', title: 'Networks disagree', text: '' }
    default:
      return { tone: 'none', title: 'Received · confirming', text: '' }
  }
}

/** The reasons are written for the payer, and about a payment. The creation of a Safe pays nothing. */
function unknownText({ what }: ActivityItem, why: WhyUnknown): string {
  return what.kind === 'transfer-in' || what.kind === 'creation' ? '' : unknownTexts[why]
}

const notKnown: StatusText = { tone: 'warn', title: 'Unknown', text: '' }
const contradiction: StatusText = { tone: 'bad', title: 'The network says otherwise', text: '' }

function doneWord({ what }: ActivityItem, content: ProposalContent | undefined): string {
  switch (what.kind) {
    case 'batch':
      // A batch fails as a whole if a transfer of a pinned token fails. Other tokens can keep a part of theirs.
      return content?.rows.every(({ meaning }) => meaning.kind === 'transfer' && meaning.isPinned)
        ? 'Paid'
        : 'Success'
    case 'transfer-in':
      return 'Received'
    case 'transfer-out':
      return 'Paid'
    default:
      return 'Success'
  }
}

/** The effect of a rejection. `nonce` is the Safe's; null while unknown. */
export function rejectionWords(nonce: bigint | null): string {
  return nonce === null ? 'Cancels its nonce (pays nothing)' : `Cancels nonce ${nonce} (pays nothing)`
}

/** The status that a source reports, in words. Only a payment judged by the chain is called paid. */
export function reportedWords(status: ReportedStatus): StatusText {
  switch (status.kind) {
    case 'awaiting-signatures':
      return { tone: 'sign', title: `${status.have} of ${status.need} signed`, text: '' }
    case 'ready-to-execute':
      return { tone: 'wait', title: 'Ready to execute', text: '' }
    case 'pending':
    case 'judged':
      return { tone: 'wait', title: 'Confirming', text: '' }
    case 'executed':
      return { tone: 'none', title: 'Executed, reported by Safe', text: '' }
    case 'failed':
      return { tone: 'warn', title: 'Failed, reported by Safe', text: '' }
    case 'cancelled':
      return { tone: 'none', title: 'Replaced, reported by Safe', text: '' }
    case 'unknown':
      return { tone: 'warn', title: 'Unknown', text: 'Safe’s service doesn’t say how far it is.' }
  }
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
): StatusText {
  switch (status.kind) {
    case 'pending':
      if (how === 'proposed' && status.hash === null) {
        return {
          tone: 'wait',
          title: 'Proposed',
          text: 'It can take a minute to appear in the queue. If it was deleted there, an owner may still execute it. Don’t propose it again.',
        }
      }
      return {
        tone: 'wait',
        title: 'Sent, pending',
        text: 'The network hasn’t confirmed it yet. Don’t send it again; we’ll keep checking.',
      }
    case 'needs-signatures': {
      const missing = status.need - status.have
      return {
        tone: 'sign',
        title: `Proposed, needs ${missing} more ${plural(missing, 'signature')}`,
        text: `${status.have} of ${status.need} signatures. ${unsignedText(status.turn)}`,
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
        ? { tone: 'wait', title: 'Confirming', text: 'Final in a few seconds.' }
        : {
            tone: 'wait',
            title: 'Confirming, one source so far',
            text: 'We say “Paid” when a second, independent source agrees.',
          }
    case 'paid':
      return { tone: 'good', title: 'Paid', text: 'Final: it can’t be reversed.' }
    case 'short': {
      const got = token ? Amount.format({ token, value: status.received }) : 'less than was sent'
      return {
        tone: 'warn',
        title: 'Sent, received less',
        text: `The recipient received ${got}. The token took the rest on the way. Don’t send it again.`,
      }
    }
    case 'not-paid':
      return { tone: 'bad', title: notPaidTitles[status.why], text: notPaidTexts[status.why] }
    case 'mismatch':
      return {
        tone: 'bad',
        title: how === 'proposed' ? 'Do not sign' : 'Not what was reviewed',
        text: sentences(status.differences),
      }
    case 'unknown':
      return { tone: 'warn', title: 'Unknown', text: unknownTexts[status.why] }
  }
}

/** Several differences as one text, each a sentence. */
function sentences(texts: readonly string[]): string {
  return texts.map((text) => `${text.replace(/\.$/, '')}.`).join(' ')
}

const notPaidTitles: Readonly<Record<WhyNotPaid, string>> = {
  failed: 'Failed, not paid',
  replaced: 'Replaced, not paid',
  rejected: 'Rejected',
  'left-out': 'Not paid',
}

const notPaidTexts: Readonly<Record<WhyNotPaid, string>> = {
  failed: 'The network executed it, and it failed. No money moved, only the fee.',
  replaced: 'Another transaction used its nonce and doesn’t contain this payment. It can never be paid.',
  rejected: 'Nothing was sent. The owners used its nonce for a rejection, so it can never be paid.',
  'left-out': 'Its transaction is final, and the token says that this transfer was not part of it.',
}

/** Each text says what is known and what to do. None may say that it was not paid. */
export const unknownTexts: Readonly<Record<WhyUnknown, string>> = {
  'no-answer': 'We don’t know yet whether this was paid. Don’t pay it again; we’ll keep checking.',
  'not-deployed': 'This Safe is not on the chain yet.',
  'not-visible':
    'It was confirmed, but we can’t see the payment in it. Check the account on BscScan before paying again.',
  'foreign-code':
    'The account runs code that Safe has not published, so its own report proves nothing. Check the payee’s side before paying again.',
  'not-final':
    'It failed, or something else used its nonce, but that is not final yet or only one source reports it. We’ll keep checking.',
  'not-found':
    'No source shows the transaction that your wallet named. It may have been paid anyway, perhaps under another hash: check the account on BscScan before paying again.',
  older: 'The transaction named for it is older than the payment. Check the account before paying again.',
  'nonce-used':
    'Something else used its nonce, and we could not prove what. Check the account on BscScan before paying again.',
  'in-another':
    'Another transaction of the Safe was executed instead, and it may contain this payment. Check Activity before paying again.',
  'not-ours': 'It was sent by another account than the one that is connected.',
  restored: 'Only a backup file says that this was requested.',
  unread: 'Can’t reach BNB Smart Chain.',
  'no-signatures': 'Safe’s service doesn’t say who signed it. We’ll keep checking.',
  'wallet-says-done':
    'Your wallet calls it done, but names no transaction that shows it. Check the account before paying again.',
  'wallet-says-failed':
    'Your wallet says that it failed, and nothing on the chain can show that. Check the account before paying again.',
}

/** How many nonces are listed one by one; beyond that only the range is given. */
const NAMED = 3n

/** The effect on the money of a proposal that needs signatures. */
export function unsignedText(turn: Parameters<typeof turnWords>[0]): string {
  return `No money moves until it’s executed. ${turnWords(turn)}`.trim()
}

/** The transactions that must run or be rejected before a proposal can be executed; empty if it is next. */
export function turnWords({ next, own }: { readonly next: bigint; readonly own: bigint }): string {
  const count = own - next
  if (count <= 0n) return ''
  if (count > NAMED) return `It can’t run until nonces ${next} to ${own - 1n} have run or been rejected.`
  const names = Array.from({ length: Number(count) }, (_, index) => `nonce ${next + BigInt(index)}`)
  return `It can’t run until ${listOf(names)} ${plural(names.length, 'has', 'have')} run or been rejected.`
}
