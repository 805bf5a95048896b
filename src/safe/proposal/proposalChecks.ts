import { type Address, getAddress, isAddressEqual } from 'viem'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import type { TransactionSummary } from '#safe/service/documents.ts'
import type { ProposalContent, ProposalRow } from '#safe/tx/decodeProposal.ts'
import { isSingleton } from '#safe/tx/knownContracts.ts'
import type * as SafeTx from '#safe/tx/SafeTx.ts'
import type { ProposalCheck, Signer } from './ProposalReport.ts'
import type { ProposalFacts } from './proposalReads.ts'

/**
 * Compares the execution status from a service with what the chain shows. Services lag about a minute behind
 * every execution and report it as cancelled meanwhile, so their status alone is never a contradiction.
 */
export function statusCheck(
  { txHash, txStatus }: Pick<TransactionDetails, 'txHash' | 'txStatus'>,
  { nonce }: SafeTx.SafeTx,
  status: PaymentStatus,
): ProposalCheck {
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
            words: `Nonce ${nonce} is still open; the Safe’s next one is ${status.turn.next}.`,
          }
    case 'pending':
      return {
        result: 'unknown',
        words: `The service says executed; the chain does not know ${status.hash ?? txHash} (yet).`,
      }
    case 'confirming':
    case 'paid':
    case 'short':
      return { result: 'same', words: `The Safe recorded the result in ${status.hash}.` }
    case 'not-paid':
      if (status.why === 'failed' || status.why === 'left-out') {
        return { result: 'same', words: `The Safe recorded the result in ${status.hash}.` }
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
      return 'We couldn’t read whether it was executed.'
    case 'not-final':
      return `What ${hash} did can still be undone, or only one source reports it.`
    case 'in-another':
      return `${hash} used nonce ${nonce} for a transaction that may contain the same payment.`
    case 'nonce-used':
      return `Nonce ${nonce} is used, and it could not be proven which transaction used it.`
    default:
      return hash ? `What ${hash} did isn’t known.` : 'Its status is unknown.'
  }
}

/** Identifies a proposal of a Safe, by the hash that its owners sign. */
export type ProposalId = { readonly safe: Address; readonly safeTxHash: SafeTx.SafeTxHash }

/** The inputs of the comparison: the request, the source's report, the values computed here, and the chain's data. */
type Compared = {
  readonly id: ProposalId
  readonly details: TransactionDetails
  readonly tx: SafeTx.SafeTx
  readonly content: ProposalContent
  readonly hashes: SafeTx.SafeTxHashes | null
  readonly facts: ProposalFacts
  readonly signers: readonly Signer[]
  /** Whether it is still open. Only then must the service agree with the current owners and threshold. */
  readonly isOpen: boolean
}

/** All checks of a proposal except its execution, one sentence each. */
export function proposalChecks(compared: Compared): readonly ProposalCheck[] {
  const { id, details, tx, content, hashes, facts, signers, isOpen } = compared
  return [
    ...hashChecks(id, details, hashes, facts),
    ...reportedChecks(id, details, tx, content),
    ...(details.detailedExecutionInfo.confirmations === null
      ? [unknown('The service doesn’t say who signed it.')]
      : signatureChecks(signers)),
    ...ruleChecks(details, facts, isOpen),
  ]
}

const same = (words: string): ProposalCheck => ({ result: 'same', words })
const different = (words: string, evidence?: string): ProposalCheck => ({
  result: 'different',
  words,
  ...(evidence !== undefined && { evidence }),
})
const unknown = (words: string): ProposalCheck => ({ result: 'unknown', words })

function hashChecks(
  id: ProposalId,
  details: TransactionDetails,
  hashes: SafeTx.SafeTxHashes | null,
  facts: ProposalFacts,
): ProposalCheck[] {
  const wanted = id.safeTxHash.toLowerCase()
  const named = details.detailedExecutionInfo.safeTxHash
  return [
    isAddressEqual(details.safeAddress, id.safe)
      ? same('It belongs to this Safe.')
      : different(`It belongs to the Safe ${details.safeAddress}, not to ${id.safe}.`),
    named === wanted
      ? same('The service answered about this payment.')
      : different(
          'The service answered with another transaction than the one we asked for.',
          `safeTxHash ${named}, not ${wanted}`,
        ),
    hashes?.safeTxHash === wanted
      ? same('What its owners sign is what is shown here.')
      : different(
          'The payment that Safe shows is not the one that its owners sign.',
          `Its fields hash to ${hashes?.safeTxHash ?? 'something else'}, not to ${wanted}.`,
        ),
    facts.contractHash === null
      ? unknown('We couldn’t ask the Safe contract for its own hash.')
      : facts.singleton !== null && !isSingleton(facts.singleton)
        ? unknown(
            'The Safe runs code that Safe has not published, so its own hash of the fields proves nothing.',
          )
        : facts.contractHash === wanted
          ? same('The Safe’s own contract reads the same payment.')
          : different(
              'The Safe’s own contract reads another payment in it.',
              `It hashes the fields to ${facts.contractHash}, not to ${wanted}.`,
            ),
  ]
}

function reportedChecks(
  { safe }: ProposalId,
  details: TransactionDetails,
  tx: SafeTx.SafeTx,
  content: ProposalContent,
): ProposalCheck[] {
  const difference = reportedDifference(safe, details.txInfo, tx, content)
  return [
    difference === null ? same('The service’s description matches the signed data.') : different(difference),
  ]
}

function signatureChecks(signers: readonly Signer[]): ProposalCheck[] {
  if (signers.length === 0) return [same('No one has signed yet.')]
  const proven = signers.filter(({ proof }) => proof === 'proven').length
  const checks: ProposalCheck[] = []
  if (proven > 0) checks.push(same(`${proven} of ${signers.length} signatures belong to the owners shown.`))
  for (const { address, proof } of signers) {
    if (proof === 'wrong') checks.push(different(`The signature shown for ${address} isn’t from that owner.`))
    if (proof === 'unknown') checks.push(unknown(`The signature of ${address} couldn’t be checked.`))
  }
  return checks
}

/**
 * Owners, threshold and the other facts of the Safe may change, so they are compared only for open proposals. A service
 * follows the chain with a delay, so a difference means that it is behind; the chain decides.
 */
function ruleChecks(
  { detailedExecutionInfo: info }: TransactionDetails,
  { state, singleton, guard, modules }: ProposalFacts,
  open: boolean,
): ProposalCheck[] {
  if (state === null) return [unknown('We couldn’t read the Safe’s owners, threshold and nonce.')]
  if (!open) return []
  const checks = [
    info.confirmationsRequired === state.threshold
      ? same(`${state.threshold} signatures are needed, on the network and by the service.`)
      : unknown(
          info.confirmationsRequired === null
            ? `The service doesn’t say how many signatures are needed; the chain asks for ${state.threshold}.`
            : `The service is behind: it says that ${info.confirmationsRequired} signatures are needed; the chain asks for ${state.threshold}.`,
        ),
  ]
  // No flag must not pass for “all is well” where a fact could not be read.
  const unread = [
    [singleton, 'We couldn’t read whether the Safe runs code that Safe has published.'],
    [guard, 'We couldn’t read whether a guard can forbid transactions of this Safe.'],
    [modules, 'We couldn’t read which modules can move money of this Safe without signatures.'],
  ] as const
  checks.push(...unread.flatMap(([value, words]) => (value === null ? [unknown(words)] : [])))
  if (!info.signers) return checks
  const lower = (list: readonly Address[]) =>
    list
      .map((owner) => owner.toLowerCase())
      .sort()
      .join()
  checks.push(
    lower(info.signers) === lower(state.owners)
      ? same(`The ${state.owners.length} owners are the same on the network and in the service.`)
      : unknown('The service is behind: it names other owners than the network.'),
  )
  return checks
}

type Reported = TransactionSummary['txInfo']

/**
 * Whether a service's description of a transaction matches its bytes. Descriptions without money (other
 * kinds, unknown ones) count neither way.
 * @returns the mismatch, in words; null if nothing was claimed or everything matches
 */
export function reportedDifference(
  safe: Address,
  reported: Reported | null,
  tx: SafeTx.SafeTx,
  content: ProposalContent,
): string | null {
  if (reported === null) return null
  const [row] = content.rows
  const single = content.rows.length === 1 ? row : undefined
  const { meaning } = single ?? {}
  // The service also describes NFTs as transfers. They decode to other kinds, and only payments are compared.
  if (reported.type === 'Transfer')
    return paymentDifference(reported, safe, single && paymentOf(safe, single))
  if (reported.type === 'Custom') {
    if (!isAddressEqual(reported.to, tx.to)) {
      return `The service describes a call of ${reported.to}; its bytes call ${tx.to}.`
    }
    if (reported.value !== null && reported.value !== undefined && reported.value !== tx.value) {
      return `The service describes a call with ${reported.value} wei; its bytes send ${tx.value}.`
    }
    if (reported.isCancellation && meaning?.kind !== 'rejection') {
      return 'The service describes it as a rejection, which pays nothing; its bytes do something else.'
    }
  }
  if (reported.type === 'SettingsChange') {
    if (!isAddressEqual(tx.to, safe)) {
      return 'The service describes it as a change of the Safe; its bytes call another contract.'
    }
    const call = meaning?.kind === 'known' && meaning.call.kind === 'settings' ? meaning.call : null
    if (call === null) return 'The service describes it as a change of the Safe; its bytes do something else.'
    const method = reported.dataDecoded?.method
    if (method && call.name !== null && method !== call.name) {
      return `The service describes the change ${method}; its bytes say ${call.name}.`
    }
  }
  return null
}

type Payment = {
  readonly token: Address | null
  readonly from: Address
  readonly to: Address
  readonly value: bigint
}

/** The money that a row moves, out of the Safe or through an allowance; null if it moves none. */
function paymentOf(safe: Address, { to, data, meaning }: ProposalRow): Payment | null {
  if (meaning.kind === 'transfer') {
    const { token, value } = meaning.amount
    return { token: token.address, from: safe, to: meaning.to, value }
  }
  if (meaning.kind !== 'known' || meaning.call.name !== 'transferFrom') return null
  const word = (index: number) => data.slice(10 + 64 * index, 74 + 64 * index)
  const party = (index: number) => getAddress(`0x${word(index).slice(24)}`)
  return { token: to, from: party(0), to: party(1), value: BigInt(`0x${word(2)}`) }
}

function paymentDifference(
  { sender, recipient, direction, transferInfo }: Extract<Reported, { type: 'Transfer' }>,
  safe: Address,
  payment: Payment | null | undefined,
): string | null {
  if (!payment) return 'The service describes it as one payment; its bytes do something else.'
  const token = transferInfo.type === 'ERC20' ? transferInfo.tokenAddress : null
  const sameToken =
    token === null || payment.token === null ? token === payment.token : isAddressEqual(token, payment.token)
  if (!sameToken) return 'The service describes a payment in another token than its bytes pay.'
  if (transferInfo.value !== payment.value) {
    return `The service describes a payment of ${transferInfo.value} base units; its bytes pay ${payment.value}.`
  }
  if (!isAddressEqual(recipient, payment.to)) {
    return `The service describes a payment to ${recipient}; its bytes pay ${payment.to}.`
  }
  if (!isAddressEqual(sender, payment.from)) {
    return `The service describes a payment by ${sender}; its bytes take it from ${payment.from}.`
  }
  if (direction === 'INCOMING' && isAddressEqual(payment.from, safe)) {
    return 'The service describes it as a payment to the Safe; its bytes pay out of it.'
  }
  return null
}
