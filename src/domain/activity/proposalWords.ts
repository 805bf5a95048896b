import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { isOpen, type WhyNotPaid } from '#chain/settlement/PaymentStatus.ts'
import { count, plural } from '#domain/shared/format.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { differences, type ProposalReport } from '#safe/proposal/ProposalReport.ts'
import type { ProposalContent, ProposalRow } from '#safe/tx/decodeProposal.ts'
import { paymentWords, rejectionWords, unsignedText } from './paymentWords.ts'

type ShortWords = Omit<StatusText, 'text'>

/**
 * The status of a proposal, in words.
 * @param viewer the person looking, if known: their own missing signature is mentioned
 */
export function proposalStatusWords(report: ProposalReport, viewer: Address | null): StatusText {
  const { status } = report
  // The title counts the signatures.
  const text =
    status.kind === 'needs-signatures' ? unsignedText(status.turn) : paymentWords(status, 'proposed').text
  return { ...shortWords(report, viewer), text }
}

function shortWords(report: ProposalReport, viewer: Address | null): ShortWords {
  const { status } = report
  if (differences(report).length > 0) return { tone: 'bad', title: stopWords(report) }
  switch (status.kind) {
    case 'needs-signatures': {
      const signed = `${status.have} of ${status.need}`
      return isAwaited(report, viewer)
        ? { tone: 'warn', title: `Needs your signature (${signed})` }
        : { tone: 'sign', title: `${signed} signed` }
    }
    case 'ready':
      return status.turn.next < status.turn.own
        ? { tone: 'wait', title: `Ready, after nonce ${status.turn.own - 1n}` }
        : { tone: 'wait', title: `Ready to execute (${status.have} of ${status.need})` }
    case 'pending':
    case 'confirming':
      return { tone: 'wait', title: 'Confirming' }
    case 'paid':
      return { tone: 'good', title: report.content.others === 0 ? 'Paid' : 'Success' }
    case 'short':
      return { tone: 'warn', title: 'Sent, received less' }
    case 'not-paid':
      return notPaidWords[status.why]
    case 'mismatch':
      return { tone: 'bad', title: 'Do not sign' }
    case 'unknown':
      return status.why === 'unread'
        ? { tone: 'warn', title: `${reportedWords[report.reported]}, reported by Safe` }
        : { tone: 'warn', title: 'Unknown' }
  }
}

const notPaidWords: Readonly<Record<WhyNotPaid, ShortWords>> = {
  failed: { tone: 'bad', title: 'Failed' },
  'left-out': { tone: 'bad', title: 'Failed' },
  rejected: { tone: 'none', title: 'Rejected. Nothing was sent.' },
  replaced: { tone: 'none', title: 'Replaced' },
}

/** A service's own report, which is only ever quoted. */
const reportedWords: Readonly<Record<ProposalReport['reported'], string>> = {
  AWAITING_CONFIRMATIONS: 'Waits for signatures',
  AWAITING_EXECUTION: 'Ready to execute',
  CANCELLED: 'Cancelled or replaced',
  FAILED: 'Failed',
  SUCCESS: 'Executed',
  UNKNOWN: 'Unknown',
}

/** True for a proposal that was executed, as far as is known: signing or rejecting it changes nothing any more. */
export function isExecuted({ status }: Pick<ProposalReport, 'status'>): boolean {
  return status.kind === 'confirming' || status.kind === 'paid' || status.kind === 'short'
}

/** The words for a proposal that contradicts itself or its review. */
function stopWords(report: ProposalReport): string {
  return isExecuted(report) ? 'Does not match' : 'Do not sign'
}

/** Whether the viewer is an owner whose signature is still missing. */
function isAwaited({ missing }: ProposalReport, viewer: Address | null): boolean {
  return viewer !== null && (missing ?? []).some((owner) => AddressText.equal(owner, viewer))
}

/** The result of the comparison, in a few words. */
export function checkWords(report: ProposalReport): StatusText {
  if (differences(report).length > 0) return { tone: 'bad', title: stopWords(report), text: '' }
  const danger = report.flags.filter(({ level }) => level === 'danger').length
  if (danger > 0) return { tone: 'bad', title: `${danger} red ${plural(danger, 'flag')}`, text: '' }
  const open = report.checks.filter(({ result }) => result === 'unknown').length
  if (open > 0) return { tone: 'warn', title: `${count(open, 'check')} incomplete`, text: '' }
  const look = report.flags.filter(({ level }) => level === 'look').length
  if (look > 0) return { tone: 'warn', title: `Verified, ${look} to look at`, text: '' }
  return { tone: 'good', title: 'Verified', text: '' }
}

/** The title of a proposal with this single row: as `meaningWords`, without parts that are too long for a line. */
export function titleWords(row: ProposalRow, nonce: bigint | null): string {
  return row.meaning.kind === 'signature' ? 'Signs a text in the name of the Safe' : meaningWords(row, nonce)
}

/** Describes a row that is not a transfer. `nonce` is the proposal's. */
export function meaningWords({ meaning, to }: ProposalRow, nonce: bigint | null): string {
  switch (meaning.kind) {
    case 'transfer':
      return Amount.format(meaning.amount)
    case 'rejection':
      return rejectionWords(nonce)
    case 'known':
      return meaning.call.words
    case 'unknown':
      return `Calls ${to} with data that this portal cannot read`
    case 'signature':
      return `Signs the text with the hash ${meaning.hash} in the name of the Safe`
    case 'delegatecall':
      return `Runs the code of ${to} as the Safe itself`
  }
}

/** Says what a proposal is about to pay to an account; null if it pays it nothing, or is not on its way. */
export function comingWords({ content, status }: ProposalReport, account: Address): string | null {
  const amounts = Amount.totalsOf(
    content.rows.flatMap(({ meaning }) =>
      meaning.kind === 'transfer' && meaning.isPinned && AddressText.equal(meaning.to, account)
        ? [meaning]
        : [],
    ),
  )
  const isSent = status.kind === 'pending' || status.kind === 'confirming'
  const how = isOpen(status) ? `${status.have} of ${status.need} signatures` : isSent ? 'not final yet' : null
  if (amounts.length === 0 || how === null) return null
  return `Coming to you: ${amounts.map(Amount.format).join(', ')}, ${how}`
}

/** How many people a proposal pays. */
export function peopleWords({ rows }: ProposalContent): string {
  const people = new Set(rows.flatMap(({ meaning }) => (meaning.kind === 'transfer' ? [meaning.to] : [])))
  return people.size === 0 ? 'Pays no one' : count(people.size, 'recipient')
}
