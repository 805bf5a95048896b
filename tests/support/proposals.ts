import fc from 'fast-check'
import type { Address } from 'viem'
import type { Call } from '#chain/money/Call.ts'
import { proposalChecks } from '#safe/proposal/proposalChecks.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import { gasRefund } from '#safe/tx/gasRefund.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { callDifferences, toSafeTx } from '#safe/tx/signedFields.ts'
import { anyAddress, anyCall, anyUint256 } from './arbitraries.ts'
import { detailsDocument } from './safeExamples.ts'

/** A reviewed proposal: its Safe, its ten fields and the calls that the owner saw. */
export type Proposal = {
  readonly safe: Address
  readonly version: string
  readonly tx: SafeTx.SafeTx
  readonly calls: readonly Call[]
}

/** A service's report on a proposal. The version belongs to the Safe and is read elsewhere. */
export type Reported = {
  readonly safe: Address
  readonly version: string
  readonly tx: SafeTx.SafeTx
  readonly safeTxHash: SafeTx.SafeTxHash
}

const versions = ['1.0.0', '1.1.1', '1.2.0', '1.3.0', '1.3.0+L2', '1.4.1', '1.4.1+L2', '1.5.0', '1.5.0+L2']
/** Every version that Safe deployed and that the portal can hash for. */
export const anyVersion = fc.constantFrom(...versions)
/** MultiSend and MultiSendCallOnly of 1.3.0 and 1.4.1. */
const anyMultiSend = fc.constantFrom<Address>(
  '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
  '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
  '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
)
// The gateway returns a nonce as a JSON number.
const anyNonce = fc.maxSafeNat().map((nonce) => BigInt(nonce))
const anyGas = fc.record({ safeTxGas: anyUint256, baseGas: anyUint256, nonce: anyNonce })
const anyRefund = fc.record({
  gasPrice: anyUint256.map((price) => price || 1n),
  gasToken: anyAddress,
  refundReceiver: anyAddress,
})

const anyPlain = anyCall.map((call) => ({ tx: SafeTx.fromCall(call, 0n), calls: [call] }))
const anyBatch = fc
  .record({ to: anyMultiSend, calls: fc.array(anyCall, { minLength: 1, maxLength: 20 }) })
  .map(({ to, calls }) => ({
    tx: SafeTx.fromCall({ to, value: 0n, data: MultiSend.encode(calls) }, 0n, 1),
    calls,
  }))
/** A plain call or a batch of 1 to 20 rows, without a refund. */
export const anyPayment: fc.Arbitrary<Proposal> = fc
  .record({ safe: anyAddress, version: anyVersion, kind: fc.oneof(anyPlain, anyBatch), gas: anyGas })
  .map(({ safe, version, kind: { tx, calls }, gas }) => ({ safe, version, tx: { ...tx, ...gas }, calls }))
/** The same with a refund paid by the Safe. */
export const anyRefunding: fc.Arbitrary<Proposal> = fc
  .record({ payment: anyPayment, refund: anyRefund })
  .map(({ payment, refund }) => ({ ...payment, tx: { ...payment.tx, ...refund } }))
/** An honest service's report. */
export const reportOf = ({ safe, version, tx }: Proposal): Reported => {
  return { safe, version, tx, safeTxHash: SafeTx.hash(safe, tx, version) }
}

/** The wire document for that report. */
export function documentOf({ safe, tx, safeTxHash }: Reported) {
  const { detailedExecutionInfo, txData } = detailsDocument
  const party = (value: string) => ({ value, name: null, logoUri: null })
  return {
    ...detailsDocument,
    safeAddress: safe,
    txData: {
      ...txData,
      to: party(tx.to),
      value: `${tx.value}`,
      hexData: tx.data,
      operation: tx.operation,
      dataDecoded: null,
    },
    detailedExecutionInfo: {
      ...detailedExecutionInfo,
      safeTxHash,
      safeTxGas: `${tx.safeTxGas}`,
      baseGas: `${tx.baseGas}`,
      gasPrice: `${tx.gasPrice}`,
      gasToken: tx.gasToken,
      refundReceiver: party(tx.refundReceiver),
      nonce: Number(tx.nonce),
    },
  }
}

/** The requested and reviewed calls, and the version from the Safe's own contract. */
export type Reviewed = Pick<Proposal, 'safe' | 'calls' | 'version'> & {
  readonly safeTxHash: SafeTx.SafeTxHash
}

/**
 * The differences that the portal itself finds in a proposal's reported signed fields: without reading the
 * chain, without signatures, and without the service's description.
 */
export function mistakesIn(
  details: TransactionDetails,
  { safe, safeTxHash, calls, version }: Reviewed,
): readonly string[] {
  const tx = toSafeTx(details)
  const facts = {
    singleton: null,
    guard: null,
    state: null,
    isDeployed: null,
    contractHash: null,
    modules: null,
  }
  const checks = proposalChecks({
    id: { safe, safeTxHash },
    details: { ...details, txInfo: null },
    tx,
    content: decodeProposal(safe, tx),
    hashes: SafeTx.hashes(safe, tx, version),
    facts,
    signers: [],
    isOpen: true,
  })
  const refund = gasRefund(tx).kind === 'other' ? ['It pays a gas refund out of the Safe.'] : []
  const found = checks.filter(({ result }) => result === 'different').map(({ words }) => words)
  return [...found, ...callDifferences(tx, calls), ...refund]
}
