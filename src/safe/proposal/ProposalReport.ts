import type { Address, Hex } from 'viem'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import type { SignatureProof } from '#safe/signature/proveSignature.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import type { GasRefund } from '#safe/tx/gasRefund.ts'
import type { SafeTx, SafeTxHash, SafeTxHashes } from '#safe/tx/SafeTx.ts'
import type { RedFlag } from './redFlags.ts'

/**
 * The result of one comparison. `unknown` means that a value could not be read, which is not a difference.
 */
export type ProposalCheck = {
  readonly result: 'same' | 'different' | 'unknown'
  /** A sentence about a match, a difference, or a check that could not be made. */
  readonly words: string
  /** The compared hashes, for a report; people cannot judge them. */
  readonly evidence?: string
}

/** An owner's confirmation of a proposal. */
export type Signer = {
  readonly address: Address
  /** ms since the epoch, as reported by the service. */
  readonly at: number | null
  /** As the service reports it; null if it reports none. */
  readonly signature: Hex | null
  readonly proof: SignatureProof
  /** Whether the signer is currently an owner on the chain; null if that could not be read. */
  readonly isOwner: boolean | null
}

/** Everything that a signer should know about a proposal, computed here. */
export type ProposalReport = {
  readonly safe: Address
  readonly safeTxHash: SafeTxHash
  readonly tx: SafeTx
  /** Null if the version is unknown and no known hashing scheme produces the requested hash. */
  readonly hashes: SafeTxHashes | null
  readonly preimage: Hex | null
  readonly content: ProposalContent
  readonly checks: readonly ProposalCheck[]
  readonly flags: readonly RedFlag[]
  readonly signers: readonly Signer[]
  /** Owners who have not signed; null if no source reported the owners. */
  readonly missing: readonly Address[] | null
  readonly owners: readonly Address[] | null
  /** False if there is no Safe at the address; null if that could not be read. */
  readonly isDeployed: boolean | null
  /** From the chain; null if it could not be read. */
  readonly version: string | null
  /** The status of each transfer among the rows, in order; a single status if the proposal pays nobody. */
  readonly payments: readonly PaymentStatus[]
  /** The least settled of the payment statuses. */
  readonly status: PaymentStatus
  /** The service's own status: a hint, quoted if the chain could not be read. */
  readonly reported: TransactionDetails['txStatus']
  readonly refund: GasRefund
  /** ms since the epoch, as reported by the service. */
  readonly submittedAt: number | null
  readonly proposer: Address | null
  /** Every proposer can write it, so it is quoted and never relied on. */
  readonly note: string | null
  readonly appName: string | null
  /** The source of the fields and signatures. */
  readonly source: string
}

/**
 * The differences in a report. Any one is a full-screen stop, until it is proven that the proposal can send nothing
 * any more.
 */
export function differences(report: ProposalReport): readonly string[] {
  if (isSpent(report)) return []
  return report.checks.filter(({ result }) => result === 'different').map(({ words }) => words)
}

/**
 * True if a proposal is proven to have paid nothing, and can send nothing any more, whatever it holds: it failed, or its
 * nonce was used for something else.
 */
export function isSpent({ payments }: Pick<ProposalReport, 'payments'>): boolean {
  const isOver = payments.every((one) => one.kind === 'not-paid' && one.why !== 'left-out')
  return isOver && payments.length > 0
}

/** The flags that an owner has to read before signing, in words. */
export function warningsOf({ flags }: Pick<ProposalReport, 'flags'>): readonly string[] {
  return flags.flatMap(({ level, words }) => (level === 'note' ? [] : [words]))
}

/** True if the Safe would pay for the execution to an account that isn't Safe's (`docs/money.md` 7). */
export function isStrangeRefund({ refund }: Pick<ProposalReport, 'refund'>): boolean {
  return refund.kind === 'other'
}

/** Why such a proposal may not be signed at all, although nothing in it contradicts itself. */
export const STRANGE_REFUND =
  'Don’t sign this. It refunds gas to an account that isn’t Safe’s, which can take any amount out of the Safe.'

/** True if the owners are proven to have used the nonce for a rejection: whatever it holds, it can send nothing. */
export function isRejectedByOwners({ status }: Pick<ProposalReport, 'status'>): boolean {
  return status.kind === 'not-paid' && status.why === 'rejected'
}
