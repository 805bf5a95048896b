import type { Address, Hex } from 'viem'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import type { SignatureProof } from '#safe/signature/proveSignature.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import type { GasRefund } from '#safe/tx/gasRefund.ts'
import type { SafeTx, SafeTxHash, SafeTxHashes } from '#safe/tx/SafeTx.ts'
import type { RedFlag } from './redFlags.ts'

/** One thing that was compared. `unknown` means that it could not be read, which is no difference. */
export type Check = {
  readonly result: 'same' | 'different' | 'unknown'
  /** A sentence: what is so, what differs, or what could not be checked. */
  readonly words: string
}

/** An owner's word on a proposal. */
export type Signer = {
  readonly address: Address
  /** ms since the epoch, told by the service. */
  readonly at: number | null
  readonly proof: SignatureProof
  /** Whether the signer is an owner now, on the chain; null when that could not be read. */
  readonly isOwner: boolean | null
}

/** Everything that a signer should know of a proposal, computed here. */
export type ProposalReport = {
  readonly safe: Address
  readonly safeTxHash: SafeTxHash
  readonly tx: SafeTx
  /** Null when the version is not known and no known way of hashing gives the hash that was asked for. */
  readonly hashes: SafeTxHashes | null
  readonly preimage: Hex | null
  readonly content: ProposalContent
  readonly checks: readonly Check[]
  readonly flags: readonly RedFlag[]
  readonly signers: readonly Signer[]
  /** Owners who have not signed; null when nobody told who the owners are. */
  readonly missing: readonly Address[] | null
  readonly owners: readonly Address[] | null
  /** False where no Safe is at the address; null where that could not be read. */
  readonly isDeployed: boolean | null
  /** From the chain; null when it could not be read. */
  readonly version: string | null
  /** Where each transfer among its rows stands, in their order; one for a proposal that pays nobody. */
  readonly payments: readonly PaymentStatus[]
  /** The least settled of them. */
  readonly status: PaymentStatus
  /** The service's own word for it: a hint, and quoted where the chain could not be asked. */
  readonly reported: TransactionDetails['txStatus']
  readonly refund: GasRefund
  /** ms since the epoch, told by the service. */
  readonly submittedAt: number | null
  readonly proposer: Address | null
  /** Anybody who proposes can write it, so it is quoted and never relied on. */
  readonly note: string | null
  readonly appName: string | null
  /** Who told the fields and the signatures. */
  readonly source: string
}

/** The differences of a report: any of them is a full-screen stop. */
export function differences(report: ProposalReport): readonly string[] {
  return report.checks.filter(({ result }) => result === 'different').map(({ words }) => words)
}
